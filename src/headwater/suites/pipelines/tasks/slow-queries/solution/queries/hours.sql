-- Events of a day by hour and type.
SELECT toHour(event_ts, 'Europe/Warsaw') AS hour, lower(event_type) AS type, count() AS events
FROM app.events
WHERE event_ts >= toDateTime({day:Date}, 'Europe/Warsaw')
    AND event_ts < toDateTime({day:Date} + 1, 'Europe/Warsaw')
GROUP BY hour, type
ORDER BY hour, type
