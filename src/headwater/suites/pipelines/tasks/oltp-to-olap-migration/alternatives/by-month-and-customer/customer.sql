-- The sales of a customer in 2026, the latest ones first.
SELECT sale_id, product, country, amount, currency, sold_at, status, refunded, note
FROM analytics.sale_versions FINAL
WHERE customer_id = 417 AND month >= 202601
ORDER BY sold_at DESC, sale_id
