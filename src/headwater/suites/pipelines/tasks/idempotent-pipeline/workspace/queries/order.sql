-- The order page: one order as it is now. Opened for each call, so it must not read through all orders.
SELECT order_id, customer_id, status, currency, amount, ordered_at, updated_at
FROM analytics.orders
WHERE order_id = 'OX-000235';
