-- The board's page: the platform by month.
SELECT toYYYYMM(day) AS month, metric, sum(value) AS total
FROM analytics.metric_daily
GROUP BY month, metric
ORDER BY month, metric;
