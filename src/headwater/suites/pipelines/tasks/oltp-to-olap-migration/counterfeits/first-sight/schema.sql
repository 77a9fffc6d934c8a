CREATE DATABASE IF NOT EXISTS analytics;

-- Small granules, because a customer has few sales in each month.
CREATE TABLE IF NOT EXISTS analytics.sales (
    sale_id UInt64,
    customer_id UInt32,
    product String,
    country Nullable(String),
    amount Decimal(14, 2),
    currency String,
    sold_at DateTime64(6, 'UTC'),
    status String,
    refunded Nullable(Decimal(14, 2)),
    note Nullable(String)
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(sold_at)
ORDER BY (customer_id, sale_id)
SETTINGS index_granularity = 128;

-- Transactions of Postgres below the number of the last run have been brought over.
CREATE TABLE IF NOT EXISTS analytics.sales_runs (
    run DateTime64(6, 'UTC'),
    before UInt64
)
ENGINE = MergeTree
ORDER BY run;
