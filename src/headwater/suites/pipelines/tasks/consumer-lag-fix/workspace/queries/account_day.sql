-- The customers' page: one account on one day.
SELECT meter, sum(units) AS units, count() AS events
FROM usage.events
WHERE account = 1042 AND at >= '2026-05-20 00:00:00' AND at < '2026-05-21 00:00:00'
GROUP BY meter
ORDER BY meter;
