-- People who signed up in a week, and those who bought something within 168 hours, possibly in the following week.
SELECT country, count() AS signups, countIf(bought) AS buyers
FROM (
    SELECT s.user_id, min(s.country) AS country,
        max(p.event_ts >= s.event_ts AND p.event_ts < s.event_ts + INTERVAL 168 HOUR) AS bought
    FROM (
        SELECT user_id, country, event_ts
        FROM app.events
        WHERE event_type IN ('signup', 'Signup')
            AND event_ts >= toDateTime({monday:Date}, 'Europe/Warsaw')
            AND event_ts < toDateTime({monday:Date} + 7, 'Europe/Warsaw')
    ) AS s
    LEFT JOIN (
        SELECT user_id, event_ts
        FROM app.events
        WHERE event_type IN ('purchase', 'Purchase')
            AND event_ts >= toDateTime({monday:Date}, 'Europe/Warsaw')
            AND event_ts < toDateTime({monday:Date} + 7, 'Europe/Warsaw') + INTERVAL 168 HOUR
    ) AS p ON p.user_id = s.user_id
    GROUP BY s.user_id
)
GROUP BY country
ORDER BY country
