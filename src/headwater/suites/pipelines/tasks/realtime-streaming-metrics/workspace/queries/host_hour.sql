-- The page of a host: one metric for an hour.
SELECT minute, samples, total / samples AS average, low, high, last
FROM analytics.realtime_metrics
WHERE host = 'db-01' AND metric = 'cpu_percent' AND minute >= '2026-06-02 14:00:00' AND minute < '2026-06-02 15:00:00'
ORDER BY minute
