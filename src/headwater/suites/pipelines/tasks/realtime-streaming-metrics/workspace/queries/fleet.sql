-- The start page: the load of all hosts in five minutes.
SELECT metric, kind, count() AS hosts, sum(samples) AS readings, sum(total) AS total, max(high) AS high
FROM analytics.realtime_metrics
WHERE minute >= '2026-06-02 09:00:00' AND minute < '2026-06-02 09:05:00'
GROUP BY metric, kind
ORDER BY metric
