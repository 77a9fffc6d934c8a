-- ClickHouse: revenue as finance has published it.
SELECT month, country, plan, sum(payments) AS payments, sum(amount) AS amount
FROM analytics.revenue GROUP BY month, country, plan ORDER BY month, country, plan
