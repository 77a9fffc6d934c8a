CREATE DATABASE IF NOT EXISTS analytics;

-- The newest state of each parcel: revision, whether it is deleted, depot, state, price and day. The largest revision is the largest tuple.
CREATE TABLE IF NOT EXISTS analytics.parcel_states (
    parcel_id UInt64,
    newest SimpleAggregateFunction(max, Tuple(UInt32, UInt8, String, String, Decimal(12, 2), Date))
)
ENGINE = AggregatingMergeTree
ORDER BY parcel_id;

CREATE TABLE IF NOT EXISTS analytics.rejected_messages (partition UInt32, offset UInt64)
ENGINE = ReplacingMergeTree
ORDER BY (partition, offset);

CREATE TABLE IF NOT EXISTS analytics.depot_figures (
    day Date,
    depot String,
    parcels UInt64,
    delivered UInt64,
    revenue Decimal(38, 2),
    version UInt64
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (day, depot);

CREATE VIEW IF NOT EXISTS analytics.parcels AS
SELECT parcel_id, n.1 AS revision, n.3 AS depot, n.4 AS state, n.5 AS price, n.6 AS posted_on
FROM (SELECT parcel_id, max(newest) AS n FROM analytics.parcel_states GROUP BY parcel_id)
WHERE n.2 = 0;

CREATE VIEW IF NOT EXISTS analytics.depot_daily AS
SELECT day, depot, parcels, delivered, revenue
FROM analytics.depot_figures FINAL
WHERE parcels > 0;
