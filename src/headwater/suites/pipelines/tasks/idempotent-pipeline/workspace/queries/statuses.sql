-- The morning board: how many orders are where.
SELECT status, count() AS orders
FROM analytics.orders
GROUP BY status
ORDER BY orders DESC;
