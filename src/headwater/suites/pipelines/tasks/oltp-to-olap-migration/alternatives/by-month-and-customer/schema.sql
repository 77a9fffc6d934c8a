CREATE DATABASE IF NOT EXISTS analytics;

-- All versions of sales. Of a key, the one with the highest run counts, unless it says that the sale is gone from there.
CREATE TABLE IF NOT EXISTS analytics.sale_versions (
    sale_id UInt64,
    customer_id UInt32,
    product String,
    country Nullable(String),
    amount Decimal(14, 2),
    currency String,
    sold_at DateTime64(6, 'UTC'),
    status String,
    refunded Nullable(Decimal(14, 2)),
    note Nullable(String),
    month UInt32,
    run UInt64,
    is_gone UInt8
)
ENGINE = ReplacingMergeTree(run, is_gone)
ORDER BY (month, customer_id, sale_id)
SETTINGS index_granularity = 64;

-- The keys that each sale has had.
CREATE TABLE IF NOT EXISTS analytics.sale_places (sale_id UInt64, month UInt32, customer_id UInt32)
ENGINE = ReplacingMergeTree ORDER BY (sale_id, month, customer_id) SETTINGS index_granularity = 16;

CREATE TABLE IF NOT EXISTS analytics.snapshots (run UInt64, snapshot String) ENGINE = MergeTree ORDER BY run
SETTINGS index_granularity = 64;

CREATE VIEW IF NOT EXISTS analytics.sales AS
SELECT sale_id, customer_id, product, country, amount, currency, sold_at, status, refunded, note
FROM analytics.sale_versions FINAL;
