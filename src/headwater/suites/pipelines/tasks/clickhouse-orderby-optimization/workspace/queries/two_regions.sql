-- Two neighbours side by side, day by day, for ten days.
SELECT region, toDate(event_ts) AS day, countIf(driver_id IS NULL) AS card_payments, sum(price) AS income
FROM analytics.events
WHERE region IN ('sandnes', 'torsby') AND event_ts >= '2026-03-10 00:00:00' AND event_ts < '2026-03-20 00:00:00'
GROUP BY region, day
ORDER BY region, day
