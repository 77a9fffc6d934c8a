CREATE DATABASE IF NOT EXISTS analytics;

-- Who did something on a day. Users belong to plans only when somebody asks, because both change for days of the past.
CREATE TABLE IF NOT EXISTS analytics.user_days (day Date, user_id UInt32) ENGINE = ReplacingMergeTree ORDER BY (day, user_id);

-- The present states: the one with the largest version replaces the others, in whatever order they come.
CREATE TABLE IF NOT EXISTS analytics.account_states (id UInt32, plan String, is_internal Bool, version UInt64)
ENGINE = ReplacingMergeTree(version)
ORDER BY id;

CREATE TABLE IF NOT EXISTS analytics.user_states (id UInt32, account_id UInt32, is_robot Bool, version UInt64)
ENGINE = ReplacingMergeTree(version)
ORDER BY id;

CREATE TABLE IF NOT EXISTS analytics.payment_states (
    id UInt64,
    account_id UInt32,
    amount Decimal(12, 2),
    refunded Decimal(12, 2),
    status String,
    paid_at Nullable(DateTime64(3, 'UTC')),
    version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY id;

-- The tables that have all rows of raw: their views exist, and what was there before the views is filled in.
CREATE TABLE IF NOT EXISTS analytics.filled (name String) ENGINE = MergeTree ORDER BY name
