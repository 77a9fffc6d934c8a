CREATE DATABASE raw;

CREATE TABLE raw.accounts (id UInt32, plan String, is_internal Bool, version UInt64) ENGINE = MergeTree ORDER BY id;

CREATE TABLE raw.users (id UInt32, account_id UInt32, is_robot Bool, version UInt64) ENGINE = MergeTree ORDER BY id;

CREATE TABLE raw.actions (id UInt64, user_id UInt32, kind String, at DateTime64(3, 'UTC')) ENGINE = MergeTree ORDER BY (at, id);

CREATE TABLE raw.payments (
    id UInt64,
    account_id UInt32,
    amount Decimal(12, 2),
    refunded Decimal(12, 2),
    status String,
    paid_at Nullable(DateTime64(3, 'UTC')),
    version UInt64
)
ENGINE = MergeTree
ORDER BY id;

CREATE DATABASE analytics;

CREATE TABLE analytics.daily_metrics (
    day Date,
    plan String,
    active_users UInt64,
    paying_accounts UInt64,
    revenue Decimal(14, 2)
)
ENGINE = SummingMergeTree
ORDER BY (day, plan);

CREATE MATERIALIZED VIEW analytics.daily_actions TO analytics.daily_metrics AS
SELECT toDate(c.at) AS day, a.plan AS plan, uniq(c.user_id) AS active_users, toUInt64(0) AS paying_accounts,
    CAST(0 AS Decimal(14, 2)) AS revenue
FROM raw.actions AS c
JOIN (SELECT id, any(account_id) AS account_id FROM raw.users GROUP BY id) AS u ON u.id = c.user_id
JOIN (SELECT id, any(plan) AS plan FROM raw.accounts GROUP BY id) AS a ON a.id = u.account_id
GROUP BY day, plan;

CREATE MATERIALIZED VIEW analytics.daily_payments TO analytics.daily_metrics AS
SELECT toDate(assumeNotNull(p.paid_at)) AS day, a.plan AS plan, toUInt64(0) AS active_users, uniq(p.account_id) AS paying_accounts,
    CAST(sum(p.amount) AS Decimal(14, 2)) AS revenue
FROM raw.payments AS p
JOIN (SELECT id, any(plan) AS plan FROM raw.accounts GROUP BY id) AS a ON a.id = p.account_id
WHERE p.paid_at IS NOT NULL
GROUP BY day, plan;

CREATE VIEW analytics.monthly_metrics AS
SELECT toStartOfMonth(d.day) AS month, d.plan AS plan, sum(d.active_users) AS active_users, sum(d.paying_accounts) AS paying_accounts,
    CAST(sum(d.revenue) AS Decimal(14, 2)) AS revenue
FROM analytics.daily_metrics AS d
GROUP BY month, plan;
