SELECT status, count() AS payments, sum(amount) AS total
FROM analytics.transactions
WHERE merchant_id = 217
  AND created_at >= '2026-02-01 00:00:00' AND created_at < '2026-03-01 00:00:00'
GROUP BY status
ORDER BY status
