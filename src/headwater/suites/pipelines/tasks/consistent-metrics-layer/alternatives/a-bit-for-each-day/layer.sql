CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.user_months (month Date, user_id UInt32, days SimpleAggregateFunction(groupBitOr, UInt32))
ENGINE = AggregatingMergeTree
ORDER BY (month, user_id);

CREATE TABLE IF NOT EXISTS analytics.account_log (id UInt32, plan String, is_internal Bool, version UInt64)
ENGINE = MergeTree
ORDER BY (id, version);

CREATE TABLE IF NOT EXISTS analytics.user_log (id UInt32, account_id UInt32, is_robot Bool, version UInt64)
ENGINE = MergeTree
ORDER BY (id, version);

-- The day is NULL if the payment is not settled, because finance counts only settled payments.
CREATE TABLE IF NOT EXISTS analytics.payment_log (id UInt64, account_id UInt32, amount Decimal(12, 2), day Nullable(Date), version UInt64)
ENGINE = MergeTree
ORDER BY (id, version);

CREATE TABLE IF NOT EXISTS analytics.filled (name String) ENGINE = MergeTree ORDER BY name
