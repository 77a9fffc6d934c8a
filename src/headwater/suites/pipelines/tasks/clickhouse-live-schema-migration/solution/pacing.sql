-- The spend of a campaign, with one row for each day.
SELECT day, sum(d.impressions) AS impressions, sum(d.clicks) AS clicks, sum(d.cost_micros) AS cost_micros
FROM ads.daily AS d
WHERE campaign_id = 17
GROUP BY day
ORDER BY day;
