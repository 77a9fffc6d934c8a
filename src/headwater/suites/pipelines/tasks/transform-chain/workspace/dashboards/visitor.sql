-- The visits of one visitor, whom support has on the phone.
SELECT started_at, ended_at, source, events, purchases, revenue
FROM analytics.visits
WHERE visitor = '17'
ORDER BY started_at
