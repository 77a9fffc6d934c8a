-- Release 2: what a month brought, by currency, in minor units.
SELECT currency, count(*) AS orders, sum(amount_minor) AS revenue
FROM shop.orders
WHERE created_at >= '2025-11-01 00:00:00+00' AND created_at < '2025-12-01 00:00:00+00'
GROUP BY currency
ORDER BY currency;
