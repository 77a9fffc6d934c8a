-- The week of all shops.
SELECT day, sum(orders) AS orders, sum(revenue_cents) AS revenue_cents
FROM sales.daily
WHERE day >= '2026-11-09' AND day < '2026-11-16'
GROUP BY day
ORDER BY day;
