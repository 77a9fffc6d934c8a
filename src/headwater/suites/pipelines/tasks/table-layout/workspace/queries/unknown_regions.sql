-- Data quality: samples of compute without a region in one week.
SELECT toDate(ts) AS day, count() AS samples
FROM analytics.usage
WHERE meter = 'vm_hours'
  AND region IS NULL
  AND ts >= toDateTime('2026-04-06 00:00:00', 'UTC')
  AND ts < toDateTime('2026-04-13 00:00:00', 'UTC')
GROUP BY day
ORDER BY day;
