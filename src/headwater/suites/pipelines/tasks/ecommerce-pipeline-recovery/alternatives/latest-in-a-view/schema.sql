CREATE DATABASE IF NOT EXISTS sales;

-- All computed figures; the row with the highest version counts for each day and shop.
CREATE TABLE IF NOT EXISTS sales.figures (
    day Date,
    shop LowCardinality(String),
    orders Int64,
    revenue_cents Int64,
    version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (shop, day);

CREATE VIEW IF NOT EXISTS sales.daily AS
SELECT day, shop, orders, revenue_cents FROM sales.figures FINAL;

-- The runs of the pipeline, with the range of deliveries that each loaded.
CREATE TABLE IF NOT EXISTS sales.loads (
    load_id UInt32,
    first_delivery UInt64,
    last_delivery UInt64,
    note String
)
ENGINE = MergeTree
ORDER BY load_id;
