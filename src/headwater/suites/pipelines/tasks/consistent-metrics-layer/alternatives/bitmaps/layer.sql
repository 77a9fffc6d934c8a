CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.day_users (day Date, users AggregateFunction(groupBitmap, UInt32))
ENGINE = AggregatingMergeTree
ORDER BY day;

CREATE TABLE IF NOT EXISTS analytics.account_states (id UInt32, current AggregateFunction(argMax, Tuple(String, Bool), UInt64))
ENGINE = AggregatingMergeTree
ORDER BY id;

CREATE TABLE IF NOT EXISTS analytics.user_states (id UInt32, current AggregateFunction(argMax, Tuple(UInt32, Bool), UInt64))
ENGINE = AggregatingMergeTree
ORDER BY id;

CREATE TABLE IF NOT EXISTS analytics.payment_states (
    id UInt64,
    current AggregateFunction(argMax, Tuple(UInt32, Decimal(12, 2), Decimal(12, 2), String, Nullable(DateTime64(3, 'UTC'))), UInt64)
)
ENGINE = AggregatingMergeTree
ORDER BY id;

CREATE TABLE IF NOT EXISTS analytics.filled (name String) ENGINE = MergeTree ORDER BY name
