CREATE DATABASE IF NOT EXISTS sales;

CREATE TABLE IF NOT EXISTS sales.daily (
    day Date,
    shop LowCardinality(String),
    orders Int64,
    revenue_cents Int64
)
ENGINE = SummingMergeTree
ORDER BY (shop, day);

-- The runs of the pipeline: which deliveries they loaded.
CREATE TABLE IF NOT EXISTS sales.loads (
    load_id UInt32,
    first_delivery UInt64,
    last_delivery UInt64,
    note String
)
ENGINE = MergeTree
ORDER BY load_id;
