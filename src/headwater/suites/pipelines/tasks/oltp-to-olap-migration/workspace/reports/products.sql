-- The ten products with the largest sums in euros in 2026, with their first and last sale.
SELECT product, count(*) AS sales, sum(amount - coalesce(refunded, 0)) AS net, min(sold_at) AS first_sold, max(sold_at) AS last_sold
FROM app.sales
WHERE sold_at >= '2026-01-01 00:00:00+00' AND currency = 'EUR' AND status IN ('paid', 'refunded')
GROUP BY product
ORDER BY net DESC, product
LIMIT 10;
