-- The latest events of a person.
SELECT toString(event_ts) AS at, lower(event_type) AS type, coalesce(amount_cents, 0) AS cents
FROM app.events
WHERE toString(user_id) = {user:String}
ORDER BY event_ts DESC, event_id DESC
LIMIT 20
