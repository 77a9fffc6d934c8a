CREATE TABLE IF NOT EXISTS metrics.daily_versions (
    day Date, active_users UInt64, weekly_users UInt64, sessions UInt64, trials UInt64, conversions UInt64,
    paying_users UInt64, revenue Decimal(18, 2), version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY day;

CREATE VIEW IF NOT EXISTS metrics.daily (
    day Date COMMENT 'a day of the app, from 04:00 UTC',
    active_users UInt64 COMMENT 'users with a session',
    weekly_users UInt64 COMMENT 'users with a session in seven days',
    sessions UInt64 COMMENT 'sessions that started',
    trials UInt64 COMMENT 'trials that started',
    conversions UInt64 COMMENT 'trials that led to a payment',
    paying_users UInt64 COMMENT 'users who paid',
    revenue Decimal(18, 2) COMMENT 'in dollars, net of refunds',
    stickiness Nullable(Float64) COMMENT 'share of the weekly users who are active',
    sessions_per_user Nullable(Float64) COMMENT 'sessions of an active user',
    conversion_rate Nullable(Float64) COMMENT 'share of trials that converted',
    revenue_per_payer Nullable(Float64) COMMENT 'revenue of a paying user'
) AS
SELECT
    day, active_users, weekly_users, sessions, trials, conversions, paying_users, revenue,
    active_users / nullIf(weekly_users, 0) AS stickiness,
    sessions / nullIf(active_users, 0) AS sessions_per_user,
    conversions / nullIf(trials, 0) AS conversion_rate,
    toFloat64(revenue) / nullIf(paying_users, 0) AS revenue_per_payer
FROM metrics.daily_versions FINAL;
