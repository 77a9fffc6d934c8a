-- The sales page: a month by region.
SELECT region, sum(impressions) AS impressions, sum(clicks) AS clicks, sum(cost_micros) AS cost_micros
FROM ads.daily
WHERE day >= '2026-09-01' AND day < '2026-10-01'
GROUP BY region
ORDER BY region;
