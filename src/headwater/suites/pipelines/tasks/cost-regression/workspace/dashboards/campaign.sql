-- The last weeks of one campaign, for its customer: opened about 2,000 times a day, each time with another campaign.
SELECT day, impressions, clicks, micros, users
FROM reports.campaign_days
WHERE campaign = 17 AND day >= '2026-03-01'
ORDER BY day
