-- The twenty open orders that have waited longest.
SELECT order_id, customer, total, paid, changed_at
FROM app.order_snapshots
WHERE status = 'open'
ORDER BY changed_at
LIMIT 20
