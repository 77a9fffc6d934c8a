-- How busy a region is, hour by hour, on one day.
SELECT toHour(event_ts) AS hour, count() AS events, uniqExact(charger_id) AS chargers
FROM analytics.events
WHERE region = 'linnholm' AND event_ts >= '2026-01-23 00:00:00' AND event_ts < '2026-01-24 00:00:00'
GROUP BY hour
ORDER BY hour
