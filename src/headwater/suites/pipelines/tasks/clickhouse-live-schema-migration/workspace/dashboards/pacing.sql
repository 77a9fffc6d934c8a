-- How a campaign spends: one row for each day.
SELECT day, impressions, clicks, cost_micros
FROM ads.daily FINAL
WHERE campaign_id = 17
ORDER BY day;
