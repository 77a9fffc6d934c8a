-- The sales of a customer in 2026, the latest ones first.
SELECT sale_id, product, country, amount, currency, sold_at, status, refunded, note
FROM analytics.sales
WHERE sale_id IN (SELECT sale_id FROM analytics.sales_of_customers WHERE customer_id = 417)
    AND customer_id = 417 AND sold_at >= toDateTime64('2026-01-01 00:00:00', 6, 'UTC')
ORDER BY sold_at DESC, sale_id;
