CREATE DATABASE IF NOT EXISTS analytics;

-- The latest state of each order. Of several states, the one with the highest version stays: the latest updated_at,
-- and of several with that, the highest row_id.
CREATE TABLE IF NOT EXISTS analytics.order_states (
    order_id String,
    customer_id Nullable(Int64),
    status LowCardinality(String),
    currency LowCardinality(Nullable(String)),
    amount Nullable(Decimal(18, 4)),
    ordered_at DateTime64(6, 'UTC'),
    updated_at DateTime64(6, 'UTC'),
    row_id UInt64,
    version Int128 MATERIALIZED bitShiftLeft(toInt128(toUnixTimestamp64Micro(updated_at)), 64) + toInt128(row_id)
)
ENGINE = ReplacingMergeTree(version)
ORDER BY order_id
SETTINGS index_granularity = 1024;

-- The numbers of the rows of raw.orders that order_states has taken account of; written after order_states.
CREATE TABLE IF NOT EXISTS analytics.loaded_rows (
    row_id UInt64
)
ENGINE = ReplacingMergeTree
ORDER BY row_id;

CREATE VIEW IF NOT EXISTS analytics.orders AS
SELECT order_id, customer_id, status, currency, amount, ordered_at, updated_at
FROM analytics.order_states FINAL
WHERE status != 'deleted';

CREATE VIEW IF NOT EXISTS analytics.daily_revenue AS
SELECT
    toDate(ordered_at) AS day,
    assumeNotNull(currency) AS currency,
    count() AS orders,
    sum(assumeNotNull(amount)) AS revenue
FROM (
    SELECT ordered_at, currency, amount
    FROM analytics.orders
    WHERE status IN ('paid', 'shipped') AND isNotNull(currency) AND isNotNull(amount)
)
GROUP BY day, currency;
