CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.deliveries
(
    delivery_id UInt64,
    delivered_at DateTime COMMENT 'UTC',
    region LowCardinality(String),
    service LowCardinality(String) COMMENT 'parcel, locker, express or bulky',
    courier_id UInt32,
    fee Decimal(9, 2) COMMENT 'What the sender paid, in euro',
    minutes_late Int16 COMMENT 'Negative: early'
)
ENGINE = MergeTree
ORDER BY delivery_id;

-- What the API asks for, per day. Differences can be negative, so the counts are signed.
CREATE TABLE IF NOT EXISTS analytics.deliveries_per_day
(
    day Date,
    region LowCardinality(String),
    service LowCardinality(String),
    deliveries Int64,
    revenue Decimal(18, 2),
    late Int64
)
ENGINE = SummingMergeTree
ORDER BY (day, region, service);

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.deliveries_to_days TO analytics.deliveries_per_day AS
SELECT
    toDate(delivered_at) AS day,
    region,
    service,
    toInt64(count()) AS deliveries,
    toDecimal64(sum(fee), 2) AS revenue,
    toInt64(countIf(minutes_late > 0)) AS late
FROM analytics.deliveries
GROUP BY day, region, service;

-- What the days lack of the deliveries: above all the rows from before the materialized view.
CREATE VIEW IF NOT EXISTS analytics.deliveries_missing_in_days AS
SELECT day, region, service, sum(deliveries) AS deliveries, sum(revenue) AS revenue, sum(late) AS late
FROM
(
    SELECT
        toDate(delivered_at) AS day,
        region,
        service,
        toInt64(count()) AS deliveries,
        toDecimal64(sum(fee), 2) AS revenue,
        toInt64(countIf(minutes_late > 0)) AS late
    FROM analytics.deliveries
    GROUP BY day, region, service
    UNION ALL
    SELECT day, region, service, -deliveries, -revenue, -late FROM analytics.deliveries_per_day
)
GROUP BY day, region, service
HAVING deliveries != 0 OR revenue != 0 OR late != 0;

-- This can be repeated, because it adds nothing to days that lack nothing. It also repairs the days after deliveries
-- were deleted or changed.
INSERT INTO analytics.deliveries_per_day SELECT * FROM analytics.deliveries_missing_in_days;

-- An insert that came in just as the statement above started may be in the deliveries and not yet in its day, so that
-- it was added twice. The second time, it is in both.
INSERT INTO analytics.deliveries_per_day SELECT * FROM analytics.deliveries_missing_in_days;
