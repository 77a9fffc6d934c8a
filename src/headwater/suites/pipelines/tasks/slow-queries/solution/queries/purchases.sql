-- Purchases of a day. Types are compared in both spellings and times without conversion, so that the sorting key is used.
SELECT country, count() AS purchases, sum(coalesce(amount_cents, 0)) AS cents
FROM app.events
WHERE event_type IN ('purchase', 'Purchase')
    AND event_ts >= toDateTime({day:Date}, 'Europe/Warsaw')
    AND event_ts < toDateTime({day:Date} + 1, 'Europe/Warsaw')
GROUP BY country
ORDER BY country
