CREATE DATABASE IF NOT EXISTS analytics;

-- The users who were active on each day. Queries join the plans, because changes of accounts and users also apply to past days.
CREATE TABLE IF NOT EXISTS analytics.user_days (day Date, user_id UInt32) ENGINE = ReplacingMergeTree ORDER BY (day, user_id);

-- The current states. The state with the largest version replaces the others, in whatever order they are inserted.
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

-- The names of the tables that are complete: their materialized views exist, and the older rows have been filled in.
CREATE TABLE IF NOT EXISTS analytics.filled (name String) ENGINE = MergeTree ORDER BY name
