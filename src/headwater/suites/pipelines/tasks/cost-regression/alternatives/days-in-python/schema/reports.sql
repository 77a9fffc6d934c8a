-- The views of reports, which the dashboards read, as they are deployed.
CREATE OR REPLACE VIEW reports.campaign_days AS
SELECT day, campaign, impressions, clicks, micros, length(users) AS users
FROM marts.campaign_daily;

-- Accounts are joined here, because a campaign takes its history along when it moves. Users of several days and campaigns count once.
CREATE OR REPLACE VIEW reports.accounts AS
SELECT c.account AS account, c.name AS name, toStartOfMonth(d.day) AS month,
    sum(d.impressions) AS impressions, sum(d.clicks) AS clicks, sum(d.micros) AS micros, uniqExactArray(d.users) AS users
FROM marts.campaign_daily AS d
INNER JOIN (
    SELECT campaign, a.account AS account, a.name AS name FROM (SELECT * FROM raw.campaigns FINAL) AS c
    INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
) AS c ON c.campaign = d.campaign
GROUP BY account, name, month;
