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

-- What the API asks for is aggregated per day in a projection. It belongs to the table and follows every insert and
-- mutation, so that nothing has to be kept in sync. Both statements are idempotent.
ALTER TABLE analytics.deliveries ADD PROJECTION IF NOT EXISTS per_day
(
    SELECT toDate(delivered_at), region, service, count(), sum(fee), countIf(minutes_late > 0)
    GROUP BY toDate(delivered_at), region, service
);

ALTER TABLE analytics.deliveries MATERIALIZE PROJECTION per_day SETTINGS mutations_sync = 2;
