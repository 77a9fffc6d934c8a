-- What is invoiced for a month.
SELECT account, meter, sum(units) AS units
FROM usage.events
WHERE at >= '2026-05-01 00:00:00' AND at < '2026-06-01 00:00:00'
GROUP BY account, meter
ORDER BY account, meter;
