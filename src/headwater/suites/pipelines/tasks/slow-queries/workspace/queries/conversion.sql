-- Who signed up in a week, and bought something within 168 hours.
SELECT country, count() AS signups, countIf(bought) AS buyers
FROM (
    SELECT s.user_id, min(s.country) AS country,
        max(p.event_ts >= s.event_ts AND p.event_ts < s.event_ts + INTERVAL 168 HOUR) AS bought
    FROM (SELECT * FROM app.events WHERE lower(event_type) = 'signup') AS s
    LEFT JOIN (SELECT * FROM app.events WHERE lower(event_type) = 'purchase') AS p ON p.user_id = s.user_id
    WHERE toString(toMonday(toDate(s.event_ts, 'Europe/Warsaw'))) = {monday:String}
    GROUP BY s.user_id
)
GROUP BY country
ORDER BY country
