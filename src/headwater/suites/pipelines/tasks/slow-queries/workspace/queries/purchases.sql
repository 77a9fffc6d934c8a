-- Purchases of a day.
SELECT country, count() AS purchases, sum(coalesce(amount_cents, 0)) AS cents
FROM app.events
WHERE lower(event_type) = 'purchase'
    AND formatDateTime(event_ts, '%Y-%m-%d', 'Europe/Warsaw') = {day:String}
GROUP BY country
ORDER BY country
