-- People who completed a lesson in the 28 days that end with a day.
SELECT uniqExact(user_id) AS learners, count() AS completions
FROM app.events
WHERE event_type IN ('lesson_completed', 'Lesson_completed')
    AND event_ts >= toDateTime({day:Date} - 27, 'Europe/Warsaw')
    AND event_ts < toDateTime({day:Date} + 1, 'Europe/Warsaw')
    AND lesson_id IN (SELECT lesson_id FROM app.lessons WHERE slug = {slug:String})
