CREATE DATABASE IF NOT EXISTS analytics;

-- The newest state of each parcel, deleted ones included.
CREATE TABLE IF NOT EXISTS analytics.parcel_states (
    parcel_id UInt64,
    revision UInt32,
    is_deleted UInt8,
    depot LowCardinality(String),
    state LowCardinality(String),
    price Decimal(12, 2),
    posted_on Date
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY parcel_id;

CREATE TABLE IF NOT EXISTS analytics.rejected_messages (partition UInt32, offset UInt64)
ENGINE = ReplacingMergeTree
ORDER BY (partition, offset);

CREATE VIEW IF NOT EXISTS analytics.parcels AS
SELECT parcel_id, revision, depot, state, price, posted_on
FROM analytics.parcel_states FINAL
WHERE is_deleted = 0;
