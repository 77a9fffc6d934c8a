CREATE SCHEMA IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.daily_signups (
    day date,
    signups bigint
);

INSERT INTO analytics.daily_signups (day, signups)
SELECT (signed_up_at AT TIME ZONE 'UTC')::date, count(*)
FROM app.signup
GROUP BY 1;
