-- A month by country and currency: sales, what was paid and refunded, and the number of customers.
SELECT ifNull(s.country, 'unknown') AS country, s.currency AS currency, count() AS sales, sum(s.amount) AS amount,
    sum(ifNull(s.refunded, toDecimal64(0, 2))) AS refunded, uniqExact(s.customer_id) AS customers
FROM analytics.sales AS s
WHERE s.sale_id IN (SELECT sale_id FROM analytics.sales_of_months WHERE month = 202605)
    AND s.sold_at >= toDateTime64('2026-05-01 00:00:00', 6, 'UTC') AND s.sold_at < toDateTime64('2026-06-01 00:00:00', 6, 'UTC')
    AND s.status != 'test'
GROUP BY country, currency
ORDER BY country, currency;
