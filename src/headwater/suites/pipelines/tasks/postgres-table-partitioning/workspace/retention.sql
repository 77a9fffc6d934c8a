-- Every night at two. It is stopped at six, and has not come to its end since March.
UPDATE social.reports SET activity_id = NULL
WHERE activity_id IN (SELECT activity_id FROM social.activity WHERE occurred_at < date_trunc('month', now()) - interval '12 months');

DELETE FROM social.activity WHERE occurred_at < date_trunc('month', now()) - interval '12 months';
