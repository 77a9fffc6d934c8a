-- An event of a phone. No row comes back if it was recorded before.
INSERT INTO social.activity (client_key, occurred_at, user_id, post_id, kind, body)
VALUES (%(client_key)s, %(occurred_at)s, %(user_id)s, %(post_id)s, %(kind)s, %(body)s)
ON CONFLICT (client_key) DO NOTHING
RETURNING activity_id;
