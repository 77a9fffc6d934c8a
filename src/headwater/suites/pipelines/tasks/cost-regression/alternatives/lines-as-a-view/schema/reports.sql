-- The views of reports, which the dashboards read, as they are deployed.
CREATE OR REPLACE VIEW reports.campaign_days AS
SELECT day, campaign, impressions, clicks, micros, finalizeAggregation(users) AS users
FROM marts.line_versions FINAL WHERE impressions + clicks > 0;

CREATE OR REPLACE VIEW reports.accounts AS
SELECT c.account AS account, c.name AS name, toStartOfMonth(d.day) AS month,
    sum(d.impressions) AS impressions, sum(d.clicks) AS clicks, sum(d.micros) AS micros, uniqExactMerge(d.users) AS users
FROM (SELECT * FROM marts.line_versions FINAL WHERE impressions + clicks > 0) AS d
INNER JOIN (
    SELECT campaign, a.account AS account, a.name AS name FROM (SELECT * FROM raw.campaigns FINAL) AS c
    INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
) AS c ON c.campaign = d.campaign
GROUP BY account, name, month;
