-- Events of a day by hour and type.
SELECT toHour(event_ts, 'Europe/Warsaw') AS hour, lower(event_type) AS type, count() AS events
FROM app.events
WHERE formatDateTime(event_ts, '%Y-%m-%d', 'Europe/Warsaw') = {day:String}
GROUP BY hour, type
ORDER BY hour, type
