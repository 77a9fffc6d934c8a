-- Morning report: what was ordered on a day.
SELECT channel, count(*) AS orders, sum(total_cents) AS total_cents
FROM app.orders
WHERE placed_at >= '2025-03-14 00:00:00+00' AND placed_at < '2025-03-15 00:00:00+00'
GROUP BY channel
ORDER BY channel;
