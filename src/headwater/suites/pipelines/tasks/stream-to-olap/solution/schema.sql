CREATE DATABASE IF NOT EXISTS analytics;

-- A repeated reading is an identical row, which FINAL collapses.
CREATE TABLE IF NOT EXISTS analytics.metrics_received (
    event_id String,
    station LowCardinality(String),
    metric LowCardinality(String),
    unit LowCardinality(String),
    ts DateTime64(3, 'UTC'),
    value Nullable(Float64)
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(ts)
ORDER BY (metric, station, ts, event_id);

-- Duplicates have the same time and therefore the same partition, so that FINAL need not merge across partitions.
CREATE VIEW IF NOT EXISTS analytics.metrics AS
SELECT event_id, station, metric, unit, ts, value
FROM analytics.metrics_received FINAL
SETTINGS do_not_merge_across_partitions_select_final = 1;

CREATE TABLE IF NOT EXISTS analytics.metrics_rejected (
    kafka_partition UInt32,
    kafka_offset UInt64,
    payload String COMMENT 'the raw bytes',
    reason String
)
ENGINE = ReplacingMergeTree
ORDER BY (kafka_partition, kafka_offset);

CREATE VIEW IF NOT EXISTS analytics.metrics_dead_letters AS
SELECT kafka_partition, kafka_offset, payload, reason
FROM analytics.metrics_rejected FINAL;
