-- What the consumer needs in ClickHouse. Each statement ends with its line and may be run again.
CREATE DATABASE IF NOT EXISTS usage;

CREATE TABLE IF NOT EXISTS usage.events (
    id String,
    account UInt32,
    meter LowCardinality(String),
    units Decimal(18, 6),
    at DateTime64(3, 'UTC')
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (account, meter, at);

CREATE TABLE IF NOT EXISTS usage.rejected (
    kafka_partition UInt16,
    kafka_offset UInt64,
    payload String,
    reason String
)
ENGINE = MergeTree
ORDER BY (kafka_partition, kafka_offset);
