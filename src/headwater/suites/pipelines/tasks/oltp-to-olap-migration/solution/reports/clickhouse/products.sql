-- The ten products with the largest sums in euros in 2026, with their first and last sale.
SELECT product, count() AS sales, sum(amount - ifNull(refunded, toDecimal64(0, 2))) AS net, min(sold_at) AS first_sold,
    max(sold_at) AS last_sold
FROM analytics.sales
WHERE sold_at >= toDateTime64('2026-01-01 00:00:00', 6, 'UTC') AND currency = 'EUR' AND status IN ('paid', 'refunded')
GROUP BY product
ORDER BY net DESC, product
LIMIT 10;
