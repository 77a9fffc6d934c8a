-- Account page: the latest orders of a user.
SELECT order_id, placed_at, status, total_cents
FROM app.orders
WHERE user_id = 17
ORDER BY placed_at DESC
LIMIT 20;
