-- A month by country and currency: the number of sales, what was paid and refunded, and the number of customers.
SELECT coalesce(country, 'unknown') AS country, currency, count(*) AS sales, sum(amount) AS amount,
    sum(coalesce(refunded, 0)) AS refunded, count(DISTINCT customer_id) AS customers
FROM app.sales
WHERE sold_at >= '2026-05-01 00:00:00+00' AND sold_at < '2026-06-01 00:00:00+00' AND status <> 'test'
GROUP BY 1, 2
ORDER BY 1, 2;
