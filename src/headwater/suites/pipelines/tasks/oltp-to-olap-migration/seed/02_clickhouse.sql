CREATE DATABASE analytics;

CREATE TABLE analytics.sales (
    sale_id UInt64,
    customer_id UInt32,
    product String,
    country String,
    amount Float64,
    currency String,
    sold_at DateTime,
    status String,
    refunded Float64,
    note String,
    loaded_at DateTime,
    loaded_by LowCardinality(String)
)
ENGINE = MergeTree
ORDER BY tuple();

CREATE TABLE analytics.sync_state (updated_at DateTime) ENGINE = MergeTree ORDER BY updated_at;
