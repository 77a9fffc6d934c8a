-- Who completed a lesson in the 28 days that end with a day.
SELECT uniqExact(e.user_id) AS learners, count() AS completions
FROM app.events AS e
INNER JOIN app.lessons AS l ON l.lesson_id = e.lesson_id
WHERE l.slug = {slug:String}
    AND lower(e.event_type) = 'lesson_completed'
    AND dateDiff('day', toDate(e.event_ts, 'Europe/Warsaw'), toDate({day:String})) BETWEEN 0 AND 27
