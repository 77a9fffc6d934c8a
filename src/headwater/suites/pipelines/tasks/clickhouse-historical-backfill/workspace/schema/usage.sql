-- As it is in use. The platform team deploys it; nobody else changes it.
CREATE DATABASE usage;

CREATE TABLE usage.events (
    event_id UInt64,
    customer_id UInt32,
    meter LowCardinality(String),
    at DateTime('UTC'),
    bytes UInt64,
    source Enum8('live' = 1, 'history' = 2)
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (customer_id, meter, at)
SETTINGS index_granularity = 1024;

-- What invoices are written from.
CREATE TABLE usage.monthly (
    month Date,
    customer_id UInt32,
    meter LowCardinality(String),
    events Int64,
    bytes Int64
)
ENGINE = SummingMergeTree
ORDER BY (month, customer_id, meter);

CREATE MATERIALIZED VIEW usage.monthly_mv TO usage.monthly AS
SELECT toStartOfMonth(at) AS month, customer_id, meter, toInt64(count()) AS events, toInt64(sum(e.bytes)) AS bytes
FROM usage.events AS e
GROUP BY month, customer_id, meter;

-- What was invoiced, of months that are closed. Nothing is written here any more.
CREATE TABLE usage.invoiced (
    month Date,
    customer_id UInt32,
    meter LowCardinality(String),
    events Int64,
    bytes Int64
)
ENGINE = MergeTree
ORDER BY (month, customer_id, meter);

CREATE DATABASE staging;

CREATE TABLE staging.history (
    export_no UInt16,
    record String,
    customer String,
    meter String,
    local_time String,
    utc_offset String,
    amount UInt64,
    unit String,
    deleted UInt8
)
ENGINE = MergeTree
ORDER BY (export_no, record);
