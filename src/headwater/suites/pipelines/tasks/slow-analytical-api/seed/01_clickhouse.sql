CREATE DATABASE IF NOT EXISTS analytics;

-- The definition is that of workspace/schema.sql.
CREATE TABLE analytics.deliveries
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

-- Five million deliveries of the year 2025.
INSERT INTO analytics.deliveries
WITH
    ['Ashmoor', 'Brookhaven', 'Caldwell', 'Dunmere', 'Eastmarch', 'Fenwick', 'Harrow', 'Kestrel Bay',
     'Lindholm', 'Norrby', 'St. Brannoc''s', 'Ålvik'] AS regions,
    ['parcel', 'parcel', 'parcel', 'locker', 'locker', 'express', 'bulky'] AS services,
    cityHash64(number, 'delivery') AS h,
    cityHash64(number, 'fee') AS f
SELECT
    number + 1,
    toDateTime('2025-01-01 00:00:00', 'UTC') + h % 31536000,
    regions[least(intDiv(h, 31536000) % 12, intDiv(h, 500000000) % 16) + 1],
    services[f % 7 + 1],
    toUInt32(1 + intDiv(f, 7) % 2400),
    toDecimal64(290 + intDiv(f, 20000) % 2400, 2) / 100,
    toInt16(intDiv(f, 50000000) % 60) - 48
FROM numbers(5000000);
