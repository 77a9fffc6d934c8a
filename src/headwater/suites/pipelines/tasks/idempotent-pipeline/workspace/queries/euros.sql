-- Orders in euros, by the hour of the day.
SELECT toHour(ordered_at, 'UTC') AS hour, count() AS orders, sum(amount) AS amount
FROM analytics.orders
WHERE currency = 'EUR'
GROUP BY hour
ORDER BY hour;
