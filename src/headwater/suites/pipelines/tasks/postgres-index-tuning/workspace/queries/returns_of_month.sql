-- Returns desk: how much came back in a month.
SELECT count(*) AS returned, sum(item_count) AS items, sum(total_cents) AS total_cents
FROM app.orders
WHERE status = 'returned'
  AND placed_at >= '2025-10-01 00:00:00+00' AND placed_at < '2025-11-01 00:00:00+00';
