CREATE SCHEMA IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.daily_signups (
    day date NOT NULL,
    signups bigint NOT NULL
);

-- Not a primary key in the table above: the failing script may have created the table already.
CREATE UNIQUE INDEX IF NOT EXISTS daily_signups_day ON analytics.daily_signups (day);

INSERT INTO analytics.daily_signups (day, signups)
SELECT (signed_up_at AT TIME ZONE 'UTC')::date, count(*)
FROM app.signups
GROUP BY 1
ON CONFLICT (day) DO UPDATE SET signups = excluded.signups;
