CREATE DATABASE IF NOT EXISTS analytics;

-- An entry with sign 1 adds a sale, and one with sign -1 takes the same row back. Nothing is changed or removed.
CREATE TABLE IF NOT EXISTS analytics.sale_entries (
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
    sign Int8,
    PROJECTION of_customers (SELECT * ORDER BY customer_id, sold_at),
    PROJECTION of_times (SELECT * ORDER BY sold_at)
)
ENGINE = MergeTree
ORDER BY sale_id
SETTINGS index_granularity = 32;

CREATE TABLE IF NOT EXISTS analytics.snapshots (run UInt64, snapshot String) ENGINE = MergeTree ORDER BY run
SETTINGS index_granularity = 64;

CREATE VIEW IF NOT EXISTS analytics.sales AS
SELECT sale_id, customer_id, product, country, amount, currency, sold_at, status, refunded, note
FROM analytics.sale_entries
GROUP BY sale_id, customer_id, product, country, amount, currency, sold_at, status, refunded, note
HAVING sum(sign) > 0;
