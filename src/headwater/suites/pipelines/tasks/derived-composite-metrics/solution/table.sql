CREATE OR REPLACE TABLE metrics.daily_next (
    day Date COMMENT 'from 04:00 UTC to 04:00 UTC of the next day',
    active_users UInt64 COMMENT 'users with a session',
    weekly_users UInt64 COMMENT 'users with a session on the day or one of the 6 days before',
    sessions UInt64 COMMENT 'sessions',
    trials UInt64 COMMENT 'trials that started',
    conversions UInt64 COMMENT 'trials of the day whose user paid within 14 days',
    paying_users UInt64 COMMENT 'users with a payment',
    revenue Decimal(18, 2) COMMENT 'payments less refunds, in dollars',
    stickiness Nullable(Float64) COMMENT 'active_users / weekly_users',
    sessions_per_user Nullable(Float64) COMMENT 'sessions / active_users',
    conversion_rate Nullable(Float64) COMMENT 'conversions / trials',
    revenue_per_payer Nullable(Float64) COMMENT 'revenue / paying_users'
)
ENGINE = MergeTree
ORDER BY day
