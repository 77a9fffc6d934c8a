CREATE DATABASE IF NOT EXISTS analytics;

-- The times are in milliseconds, and the values in thousandths. A late reading replaces the row of the reading after it.
CREATE TABLE IF NOT EXISTS analytics.readings (
    host LowCardinality(String),
    metric LowCardinality(String),
    minute DateTime('UTC'),
    boot UInt32,
    seq UInt32,
    kind LowCardinality(String),
    at Int64,
    value Int64,
    amount Int64
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(minute)
ORDER BY (host, metric, minute, boot, seq)
SETTINGS index_granularity = 128;

CREATE TABLE IF NOT EXISTS analytics.closed_minutes (
    host LowCardinality(String),
    metric LowCardinality(String),
    minute DateTime('UTC'),
    kind LowCardinality(String),
    samples UInt64,
    total Decimal(18, 3),
    low Decimal(18, 3),
    high Decimal(18, 3),
    last Decimal(18, 3)
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(minute)
ORDER BY (host, metric, minute);

CREATE VIEW IF NOT EXISTS analytics.realtime_metrics AS
SELECT host, metric, minute, any(kind) AS kind, count() AS samples,
    CAST(toDecimal128(sum(amount), 3) / 1000, 'Decimal(18, 3)') AS total,
    CAST(toDecimal128(min(value), 3) / 1000, 'Decimal(18, 3)') AS low,
    CAST(toDecimal128(max(value), 3) / 1000, 'Decimal(18, 3)') AS high,
    CAST(toDecimal128(argMax(value, (at, boot, seq)), 3) / 1000, 'Decimal(18, 3)') AS last
FROM analytics.readings FINAL
WHERE minute >= '2026-06-01 00:00:00'
GROUP BY host, metric, minute
UNION ALL
SELECT host, metric, minute, kind, samples, total, low, high, last
FROM analytics.closed_minutes FINAL;

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
