-- Three months of a planning tool: accounts with their users and payments, the actions of the users, and the figures of finance.
CREATE SCHEMA app;
CREATE SCHEMA finance;

CREATE FUNCTION app.mixed(n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS
    $$ SELECT ('x' || substr(md5(n::text), 1, 15))::bit(60)::bigint $$;

CREATE TABLE app.accounts (id integer PRIMARY KEY, plan text NOT NULL, is_internal boolean NOT NULL);

INSERT INTO app.accounts
SELECT n, (ARRAY['free', 'team', 'team', 'business'])[1 + app.mixed(n) % 4], n % 37 = 5 FROM generate_series(1, 400) n;

CREATE TABLE app.users (id integer PRIMARY KEY, account_id integer NOT NULL, is_robot boolean NOT NULL);

INSERT INTO app.users SELECT n, 1 + app.mixed(n + 10000) % 400, n % 29 = 3 FROM generate_series(1, 3000) n;

CREATE TABLE app.actions (
    id bigint PRIMARY KEY,
    user_id integer NOT NULL,
    kind text NOT NULL,
    at timestamptz NOT NULL
);

-- 60,000 sessions of five actions. In every seventh session, all actions are of kind 'sync'.
INSERT INTO app.actions
SELECT
    s * 5 + i,
    1 + m % 3000,
    CASE WHEN s % 7 = 0 OR o % 4 = 0 THEN 'sync' ELSE (ARRAY['open', 'edit', 'comment', 'export'])[1 + o / 4 % 4] END,
    timestamptz '2026-02-01 00:00:00+00' + n % 7776000000 * interval '1 millisecond' + i * (m / 3000 % 900) * interval '1 second'
FROM (SELECT s, app.mixed(s + 20000) AS m, app.mixed(s + 200000) AS n FROM generate_series(0, 59999) s) AS sessions
CROSS JOIN generate_series(1, 5) i
CROSS JOIN LATERAL (SELECT app.mixed(s * 5 + i + 1000000) AS o) AS of_action;

CREATE TABLE app.payments (
    id bigint PRIMARY KEY,
    account_id integer NOT NULL,
    amount numeric(12, 2) NOT NULL,
    refunded numeric(12, 2) NOT NULL,
    status text NOT NULL,
    paid_at timestamptz
);

INSERT INTO app.payments
SELECT
    n,
    1 + m % 400,
    (m / 400 % 90000 + 100) / 100.0,
    CASE
        WHEN m % 13 = 4 THEN (m / 400 % 90000 + 100) / 200.0
        WHEN m % 13 = 5 THEN (m / 400 % 90000 + 100) / 100.0
        ELSE 0
    END,
    CASE WHEN m % 11 = 3 THEN 'failed' WHEN m % 11 = 4 THEN 'pending' ELSE 'settled' END,
    CASE WHEN m % 11 <> 4 THEN timestamptz '2026-02-01 00:00:00+00' + app.mixed(n + 9000000) % 7776000000 * interval '1 millisecond' END
FROM (SELECT n, app.mixed(n + 5000000) AS m FROM generate_series(1, 6000) n) AS paid;

CREATE VIEW finance.daily_metrics AS
WITH active AS (
    SELECT (c.at AT TIME ZONE 'Europe/Lisbon')::date AS day, a.plan, count(DISTINCT c.user_id) AS active_users
    FROM app.actions c JOIN app.users u ON u.id = c.user_id JOIN app.accounts a ON a.id = u.account_id
    WHERE c.kind <> 'sync' AND NOT u.is_robot AND NOT a.is_internal
    GROUP BY 1, 2
),
paid AS (
    SELECT (p.paid_at AT TIME ZONE 'Europe/Lisbon')::date AS day, a.plan, count(DISTINCT a.id) AS paying_accounts,
        sum(p.amount - p.refunded) AS revenue
    FROM app.payments p JOIN app.accounts a ON a.id = p.account_id
    WHERE p.status = 'settled' AND NOT a.is_internal
    GROUP BY 1, 2
)
SELECT day, plan, coalesce(active_users, 0) AS active_users, coalesce(paying_accounts, 0) AS paying_accounts,
    coalesce(revenue, 0)::numeric(14, 2) AS revenue
FROM active FULL JOIN paid USING (day, plan);

CREATE VIEW finance.monthly_metrics AS
WITH active AS (
    SELECT date_trunc('month', c.at AT TIME ZONE 'Europe/Lisbon')::date AS month, a.plan, count(DISTINCT c.user_id) AS active_users
    FROM app.actions c JOIN app.users u ON u.id = c.user_id JOIN app.accounts a ON a.id = u.account_id
    WHERE c.kind <> 'sync' AND NOT u.is_robot AND NOT a.is_internal
    GROUP BY 1, 2
),
paid AS (
    SELECT date_trunc('month', p.paid_at AT TIME ZONE 'Europe/Lisbon')::date AS month, a.plan,
        count(DISTINCT a.id) AS paying_accounts, sum(p.amount - p.refunded) AS revenue
    FROM app.payments p JOIN app.accounts a ON a.id = p.account_id
    WHERE p.status = 'settled' AND NOT a.is_internal
    GROUP BY 1, 2
)
SELECT month, plan, coalesce(active_users, 0) AS active_users, coalesce(paying_accounts, 0) AS paying_accounts,
    coalesce(revenue, 0)::numeric(14, 2) AS revenue
FROM active FULL JOIN paid USING (month, plan);

DROP FUNCTION app.mixed;
ANALYZE;
