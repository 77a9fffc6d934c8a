-- Warehouse screen: the orders that have waited longest for picking.
SELECT order_id, user_id, item_count, placed_at
FROM app.orders
WHERE status = 'awaiting_pick'
ORDER BY placed_at
LIMIT 50;
