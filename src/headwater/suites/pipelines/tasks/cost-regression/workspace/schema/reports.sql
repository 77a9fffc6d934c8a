-- The views of reports, which the dashboards read, as they are deployed.
CREATE VIEW reports.campaign_days AS
SELECT toDate(addMinutes(e.at, c.utc_offset)) AS day, e.campaign AS campaign, countIf(e.kind = 'impression') AS impressions,
    countIf(e.kind = 'click') AS clicks, sum(e.micros) AS micros, uniqExactIf(e.user, e.kind = 'impression') AS users
FROM (SELECT * FROM marts.events FINAL) AS e
LEFT JOIN (
    SELECT campaign, utc_offset FROM (SELECT * FROM raw.campaigns FINAL) AS c
    INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
) AS c ON c.campaign = e.campaign
GROUP BY day, campaign;

CREATE VIEW reports.accounts AS
SELECT c.account AS account, c.name AS name, toStartOfMonth(addMinutes(e.at, c.utc_offset)) AS month,
    countIf(e.kind = 'impression') AS impressions, countIf(e.kind = 'click') AS clicks, sum(e.micros) AS micros,
    uniqExactIf(e.user, e.kind = 'impression') AS users
FROM (SELECT * FROM marts.events FINAL) AS e
INNER JOIN (
    SELECT campaign, a.account AS account, a.name AS name, a.utc_offset AS utc_offset FROM (SELECT * FROM raw.campaigns FINAL) AS c
    INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
) AS c ON c.campaign = e.campaign
GROUP BY account, name, month;
