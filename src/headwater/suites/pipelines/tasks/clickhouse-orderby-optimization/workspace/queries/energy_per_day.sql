-- Energy and income of a region, day by day, for one week.
SELECT toDate(event_ts) AS day, sum(energy_wh) AS energy_wh, sum(price) AS income, count() AS events
FROM analytics.events
WHERE region = 'kallvik' AND event_ts >= '2026-02-09 00:00:00' AND event_ts < '2026-02-16 00:00:00'
GROUP BY day
ORDER BY day
