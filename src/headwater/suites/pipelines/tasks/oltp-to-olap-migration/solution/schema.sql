CREATE DATABASE IF NOT EXISTS analytics;

-- All versions of the sales. The one of the last run counts, unless it says that the sale is gone.
-- Small granules, because a run looks up few sales.
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
    run UInt64,
    is_gone UInt8
)
ENGINE = ReplacingMergeTree(run, is_gone)
ORDER BY sale_id
SETTINGS index_granularity = 64;

-- Where reports find sales. A sale can also be in places where it was once.
CREATE TABLE IF NOT EXISTS analytics.sales_of_customers (customer_id UInt32, sale_id UInt64)
ENGINE = ReplacingMergeTree ORDER BY (customer_id, sale_id) SETTINGS index_granularity = 64;

CREATE TABLE IF NOT EXISTS analytics.sales_of_months (month UInt32, sale_id UInt64)
ENGINE = ReplacingMergeTree ORDER BY (month, sale_id) SETTINGS index_granularity = 64;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.sales_to_customers TO analytics.sales_of_customers AS
SELECT customer_id, sale_id FROM analytics.sale_versions;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.sales_to_months TO analytics.sales_of_months AS
SELECT toYYYYMM(sold_at) AS month, sale_id FROM analytics.sale_versions;

-- The runs. One without a snapshot was killed, or has not ended.
CREATE TABLE IF NOT EXISTS analytics.sync_runs (run UInt64, snapshot String) ENGINE = MergeTree ORDER BY run
SETTINGS index_granularity = 64;

CREATE VIEW IF NOT EXISTS analytics.sales AS
SELECT sale_id, customer_id, product, country, amount, currency, sold_at, status, refunded, note
FROM analytics.sale_versions FINAL;
