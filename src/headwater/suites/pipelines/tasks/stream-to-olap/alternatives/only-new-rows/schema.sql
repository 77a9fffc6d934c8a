CREATE DATABASE IF NOT EXISTS analytics;

-- Small granules make it cheap to look up whether the readings of a run are stored already.
CREATE TABLE IF NOT EXISTS analytics.metrics (
    event_id String,
    station LowCardinality(String),
    metric LowCardinality(String),
    unit LowCardinality(String),
    ts DateTime64(3, 'UTC'),
    value Nullable(Float64)
)
ENGINE = MergeTree
ORDER BY (metric, station, ts, event_id)
SETTINGS index_granularity = 128;

CREATE TABLE IF NOT EXISTS analytics.metrics_dead_letters (
    kafka_partition UInt32,
    kafka_offset UInt64,
    payload String,
    reason String
)
ENGINE = MergeTree
ORDER BY (kafka_partition, kafka_offset)
SETTINGS index_granularity = 128;
