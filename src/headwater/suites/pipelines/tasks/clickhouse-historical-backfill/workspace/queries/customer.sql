-- The page of a customer: a month by day.
SELECT toDate(at) AS day, meter, count() AS events, sum(bytes) AS bytes
FROM usage.events
WHERE customer_id = 17 AND at >= '2025-10-01 00:00:00' AND at < '2025-11-01 00:00:00'
GROUP BY day, meter
ORDER BY day, meter;
