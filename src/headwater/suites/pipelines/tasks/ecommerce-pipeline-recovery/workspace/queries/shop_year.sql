-- The months of one shop.
SELECT toStartOfMonth(day) AS month, sum(orders) AS orders, sum(revenue_cents) AS revenue_cents
FROM sales.daily
WHERE shop = 'auckland'
GROUP BY month
ORDER BY month;
