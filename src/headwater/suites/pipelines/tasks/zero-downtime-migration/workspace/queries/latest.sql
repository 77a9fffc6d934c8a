-- Release 2: the latest orders in a currency, up to a moment.
SELECT order_id, order_key, amount_minor, created_at
FROM shop.orders
WHERE currency = 'JPY' AND created_at < '2024-06-01 00:00:00+00'
ORDER BY created_at DESC
LIMIT 50;
