-- The latest events of a person, from the projection by_user of app.events.
SELECT toString(event_ts) AS at, lower(event_type) AS type, coalesce(amount_cents, 0) AS cents
FROM app.events
WHERE user_id = {user:UInt32}
ORDER BY event_ts DESC, event_id DESC
LIMIT 20
