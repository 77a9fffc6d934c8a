CREATE DATABASE IF NOT EXISTS analytics;

-- All versions of sales; of a key, the one with the highest version counts, unless it says that the sale is gone from there.
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
    version UInt64,
    is_gone UInt8
)
ENGINE = ReplacingMergeTree(version, is_gone)
PARTITION BY month
ORDER BY (customer_id, sale_id, month)
SETTINGS index_granularity = 128;

CREATE VIEW IF NOT EXISTS analytics.sales AS
SELECT sale_id, customer_id, product, country, amount, currency, sold_at, status, refunded, note
FROM analytics.sale_versions FINAL;

CREATE TABLE IF NOT EXISTS analytics.snapshots (run UInt64, snapshot String) ENGINE = MergeTree ORDER BY run;
