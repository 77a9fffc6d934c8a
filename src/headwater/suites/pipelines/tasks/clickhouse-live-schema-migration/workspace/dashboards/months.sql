-- The year.
SELECT toStartOfMonth(day) AS month, sum(impressions) AS impressions, sum(clicks) AS clicks, sum(cost_micros) AS cost_micros
FROM ads.daily
GROUP BY month
ORDER BY month;
