-- What is trending: posts by activity in a week.
SELECT post_id, count(*) AS events, count(DISTINCT user_id) AS people
FROM social.activity
WHERE occurred_at >= '2026-04-06 00:00:00+00' AND occurred_at < '2026-04-13 00:00:00+00'
GROUP BY post_id
ORDER BY events DESC, post_id
LIMIT 20;
