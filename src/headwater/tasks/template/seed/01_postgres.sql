-- Runs before the agent starts. Keep it deterministic: no random(), no now(), an order wherever it matters.
CREATE SCHEMA app;

CREATE TABLE app.signups (
    id bigint PRIMARY KEY,
    plan text NOT NULL,
    signed_up_at timestamptz NOT NULL
);

-- 240 signups, one every three hours: 30 days of 8.
INSERT INTO app.signups (id, plan, signed_up_at)
SELECT
    n,
    CASE WHEN n % 5 = 0 THEN 'team' ELSE 'free' END,
    TIMESTAMPTZ '2025-01-01 00:00:00+00' + (n - 1) * INTERVAL '3 hours'
FROM generate_series(1, 240) AS n;
