-- The sales of a customer in 2026, the latest ones first.
SELECT sale_id, product, country, amount, currency, sold_at, status, refunded, note
FROM app.sales
WHERE customer_id = 417 AND sold_at >= '2026-01-01 00:00:00+00'
ORDER BY sold_at DESC, sale_id;
