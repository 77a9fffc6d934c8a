-- The last ten orders of a customer.
SELECT order_id, status, total, paid, changed_at
FROM app.order_snapshots
WHERE customer = 'customer-1017'
ORDER BY changed_at DESC
LIMIT 10
