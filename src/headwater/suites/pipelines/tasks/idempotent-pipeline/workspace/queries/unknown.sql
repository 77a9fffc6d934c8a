-- Every Friday: what the shop still has to find out.
SELECT status, countIf(customer_id IS NULL) AS customers, countIf(currency IS NULL) AS currencies, countIf(amount IS NULL) AS amounts
FROM analytics.orders
GROUP BY status
ORDER BY status;
