-- An invoice: the traffic of a host by day.
SELECT toDate(minute) AS day, sum(total) AS egress
FROM analytics.realtime_metrics
WHERE host = 'web-04' AND metric = 'egress_bytes'
GROUP BY day
ORDER BY day
