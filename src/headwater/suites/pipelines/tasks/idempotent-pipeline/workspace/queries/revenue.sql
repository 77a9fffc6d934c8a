-- Finance, weekly: what was earned on each day.
SELECT day, currency, orders, revenue
FROM analytics.daily_revenue
WHERE day BETWEEN '2026-02-02' AND '2026-02-08'
ORDER BY day, currency;
