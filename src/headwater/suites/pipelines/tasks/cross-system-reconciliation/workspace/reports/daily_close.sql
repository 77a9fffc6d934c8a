SELECT currency, status, count() AS payments, sum(amount) AS total
FROM analytics.transactions
WHERE created_at >= '2026-04-20 00:00:00' AND created_at < '2026-04-21 00:00:00'
GROUP BY currency, status
ORDER BY currency, status
