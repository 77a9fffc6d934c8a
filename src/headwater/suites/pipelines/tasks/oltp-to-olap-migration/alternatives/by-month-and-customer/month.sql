-- A month by country and currency: sales, what was paid and refunded, and the number of customers.
SELECT country, currency, count() AS sales, sum(paid) AS amount, sum(back) AS refunded, uniqExact(customer) AS customers
FROM (
    SELECT coalesce(v.country, 'unknown') AS country, v.currency AS currency, v.amount AS paid,
        coalesce(v.refunded, toDecimal64(0, 2)) AS back, v.customer_id AS customer
    FROM analytics.sale_versions AS v FINAL
    WHERE v.month = 202605 AND v.status != 'test'
)
GROUP BY country, currency
ORDER BY country, currency
