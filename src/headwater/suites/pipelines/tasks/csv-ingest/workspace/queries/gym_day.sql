-- Dashboard: one day of one gym. Counts rows as they are, so an event must never be there twice.
-- Open at every counter, all day: it should read that gym and day, and little of the years of a hundred others.
SELECT event_type, count() AS events, sum(amount) AS amount
FROM analytics.events
WHERE gym = 'bergen'
  AND event_time >= toDateTime('2025-11-03 00:00:00', 'UTC')
  AND event_time < toDateTime('2025-11-04 00:00:00', 'UTC')
GROUP BY event_type
ORDER BY event_type;
