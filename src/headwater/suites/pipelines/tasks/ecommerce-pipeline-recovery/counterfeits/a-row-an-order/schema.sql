CREATE DATABASE IF NOT EXISTS sales;

-- The states of each order; the row with the highest version counts.
CREATE TABLE IF NOT EXISTS sales.orders (
    order_id String,
    day Date,
    shop LowCardinality(String),
    orders Int64,
    revenue_cents Int64,
    version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY order_id;

-- The figures of days that raw.orders no longer has.
CREATE TABLE IF NOT EXISTS sales.days_before (
    day Date,
    shop LowCardinality(String),
    orders Int64,
    revenue_cents Int64
)
ENGINE = SummingMergeTree
ORDER BY (shop, day);

CREATE VIEW IF NOT EXISTS sales.daily AS
SELECT day, shop, orders, revenue_cents FROM sales.orders FINAL
UNION ALL
SELECT day, shop, orders, revenue_cents FROM sales.days_before;

-- The runs of the pipeline, with the range of deliveries that each loaded.
CREATE TABLE IF NOT EXISTS sales.loads (
    load_id UInt32,
    first_delivery UInt64,
    last_delivery UInt64,
    note String
)
ENGINE = MergeTree
ORDER BY load_id;
