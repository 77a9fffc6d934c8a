-- The grower's page: one metric of one station on one day. It must not read through all readings.
SELECT ts, value, unit
FROM analytics.metrics
WHERE metric = 'co2' AND station = 'gh-07' AND ts >= '2026-02-25 00:00:00' AND ts < '2026-02-26 00:00:00'
ORDER BY ts;
