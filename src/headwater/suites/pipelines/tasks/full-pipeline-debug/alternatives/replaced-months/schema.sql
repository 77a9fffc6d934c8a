CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.parcel_states (
    parcel_id UInt64,
    revision UInt32,
    depot LowCardinality(String),
    state LowCardinality(String),
    price Decimal(12, 2),
    posted_on Date,
    is_deleted UInt8
)
ENGINE = ReplacingMergeTree(revision)
PARTITION BY intDiv(parcel_id, 1000000)
ORDER BY parcel_id;

CREATE TABLE IF NOT EXISTS analytics.rejected_messages (partition UInt32, offset UInt64)
ENGINE = ReplacingMergeTree
ORDER BY (partition, offset);

-- The next offset of each partition of the topic.
CREATE TABLE IF NOT EXISTS analytics.loader_positions (partition UInt32, position UInt64)
ENGINE = ReplacingMergeTree
ORDER BY partition;

CREATE TABLE IF NOT EXISTS analytics.depot_daily (
    day Date,
    depot LowCardinality(String),
    parcels UInt64,
    delivered UInt64,
    revenue Decimal(18, 2)
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (day, depot);

CREATE VIEW IF NOT EXISTS analytics.parcels AS
SELECT parcel_id, revision, depot, state, price, posted_on
FROM analytics.parcel_states FINAL
WHERE is_deleted = 0;
