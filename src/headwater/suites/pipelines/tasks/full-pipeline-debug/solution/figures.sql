CREATE OR REPLACE TABLE analytics.depot_daily (
    day Date,
    depot LowCardinality(String),
    parcels UInt64,
    delivered UInt64,
    revenue Decimal(18, 2)
)
ENGINE = MergeTree
ORDER BY (day, depot) AS
SELECT
    posted_on AS day,
    depot,
    count() AS parcels,
    countIf(state = 'delivered') AS delivered,
    sumIf(price, state != 'returned') AS revenue
FROM analytics.parcel_states FINAL
WHERE is_deleted = 0
GROUP BY day, depot;
