CREATE DATABASE IF NOT EXISTS analytics;

-- A row for each message. Select with FINAL, see decision 0009.
CREATE TABLE IF NOT EXISTS analytics.parcels (
    parcel_id UInt64,
    revision UInt32,
    depot LowCardinality(String),
    state LowCardinality(String),
    price Decimal(12, 2),
    posted_on Date,
    loaded_at DateTime64(3)
)
ENGINE = ReplacingMergeTree(loaded_at)
ORDER BY (depot, parcel_id);

-- The figures of finance. SummingMergeTree adds up the rows of a day and depot.
CREATE TABLE IF NOT EXISTS analytics.depot_daily (
    day Date,
    depot LowCardinality(String),
    parcels UInt64,
    delivered UInt64,
    revenue Decimal(18, 2)
)
ENGINE = SummingMergeTree
ORDER BY (day, depot);

-- Not filled yet: waits for parcels.dead, see decision 0023.
CREATE TABLE IF NOT EXISTS analytics.rejected_messages (partition UInt32, offset UInt64)
ENGINE = ReplacingMergeTree
ORDER BY (partition, offset);

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.depot_daily_feed TO analytics.depot_daily AS
SELECT
    posted_on AS day,
    depot,
    count() AS parcels,
    countIf(state = 'delivered') AS delivered,
    sumIf(price, state != 'returned') AS revenue
FROM analytics.parcels
GROUP BY day, depot;
