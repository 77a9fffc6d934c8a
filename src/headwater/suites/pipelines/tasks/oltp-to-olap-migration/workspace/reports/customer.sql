-- All sales of a customer, the latest ones first.
SELECT sale_id, product, country, amount, currency, sold_at, status, refunded, note
FROM app.sales
WHERE customer_id = 417
ORDER BY sold_at DESC, sale_id;
