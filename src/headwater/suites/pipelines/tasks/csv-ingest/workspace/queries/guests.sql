-- Marketing: guests, who have no member number, and what they pay when they pay.
SELECT gym, countIf(member_id IS NULL) AS guests, uniqExact(member_id) AS members, avg(amount) AS average
FROM analytics.events
WHERE event_type IN ('check_in', 'day_pass')
GROUP BY gym
ORDER BY gym;
