CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.events
(
    event_id UInt64 COMMENT 'Unique, given by the charger',
    event_ts DateTime COMMENT 'When it happened, UTC',
    region LowCardinality(String) COMMENT 'Where the charger stands',
    charger_id UInt32,
    driver_id Nullable(UInt32) COMMENT 'Null: paid by card, without an account',
    event_type LowCardinality(String) COMMENT 'start, stop, fault or tariff',
    energy_wh UInt32 COMMENT 'Delivered since the last event',
    price Decimal(9, 4) COMMENT 'Before tax',
    currency LowCardinality(String) DEFAULT 'EUR',
    received_at DateTime DEFAULT event_ts + 2 COMMENT 'When it reached us, UTC'
)
ENGINE = MergeTree
ORDER BY (region, event_ts, event_id);
