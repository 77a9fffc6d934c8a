-- A user's page: the latest of what they did.
SELECT activity_id, occurred_at, post_id, kind, body
FROM social.activity
WHERE user_id = 1177
ORDER BY occurred_at DESC, activity_id DESC
LIMIT 30;
