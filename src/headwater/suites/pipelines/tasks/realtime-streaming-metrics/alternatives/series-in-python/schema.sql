CREATE DATABASE IF NOT EXISTS analytics;

-- All readings of a metric since an agent started, by number. The times are in milliseconds, the values in thousandths.
CREATE TABLE IF NOT EXISTS analytics.series (
    host String,
    metric String,
    boot UInt32,
    kind String,
    seqs Array(UInt32),
    times Array(Int64),
    measured Array(Int64)
)
ENGINE = ReplacingMergeTree
ORDER BY (host, metric, boot)
SETTINGS index_granularity = 16;

CREATE TABLE IF NOT EXISTS analytics.minutes (
    host LowCardinality(String),
    metric LowCardinality(String),
    minute DateTime('UTC'),
    kind LowCardinality(String),
    samples UInt32,
    total Decimal(18, 3),
    low Decimal(18, 3),
    high Decimal(18, 3),
    last Decimal(18, 3)
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(minute)
ORDER BY (toDate(minute), host, metric, minute)
SETTINGS index_granularity = 64;

CREATE VIEW IF NOT EXISTS analytics.realtime_metrics AS
SELECT host, metric, minute, kind, samples, total, low, high, last
FROM analytics.minutes FINAL;

CREATE TABLE IF NOT EXISTS analytics.rejections (
    kafka_partition UInt32,
    kafka_offset UInt64,
    payload String,
    reason String
)
ENGINE = ReplacingMergeTree
ORDER BY (kafka_partition, kafka_offset);

CREATE VIEW IF NOT EXISTS analytics.rejected_messages AS
SELECT kafka_partition, kafka_offset, payload, reason
FROM analytics.rejections FINAL;
