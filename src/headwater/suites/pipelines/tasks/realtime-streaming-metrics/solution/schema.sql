CREATE DATABASE IF NOT EXISTS analytics;

-- Each reading that has arrived, with its time in milliseconds and its value in thousandths. A reading that comes again
-- is the same row, which FINAL collapses.
CREATE TABLE IF NOT EXISTS analytics.readings (
    host LowCardinality(String),
    metric LowCardinality(String),
    boot UInt32,
    seq UInt32,
    kind LowCardinality(String),
    at Int64,
    value Int64
)
ENGINE = ReplacingMergeTree
ORDER BY (host, metric, boot, seq)
SETTINGS index_granularity = 1024;

-- The last row of a minute counts. Granules are shorter than the rows of a host and metric in a day, so that queries of all
-- hosts read only the granules of their minutes.
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
ORDER BY (host, metric, minute)
SETTINGS index_granularity = 128;

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
