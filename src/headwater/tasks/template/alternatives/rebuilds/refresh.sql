BEGIN;

CREATE SCHEMA IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.daily_signups (
    day date NOT NULL,
    signups bigint NOT NULL
);

CREATE UNIQUE INDEX IF NOT EXISTS daily_signups_day ON analytics.daily_signups (day);

DELETE FROM analytics.daily_signups;

INSERT INTO analytics.daily_signups (day, signups)
SELECT (signed_up_at AT TIME ZONE 'UTC')::date, count(*)
FROM app.signups
GROUP BY 1;

COMMIT;
