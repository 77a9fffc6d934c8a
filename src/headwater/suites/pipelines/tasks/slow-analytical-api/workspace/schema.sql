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
