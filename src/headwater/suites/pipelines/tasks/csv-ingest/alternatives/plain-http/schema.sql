-- These are the target tables of ingest.py. Every statement is idempotent.
CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.events (
    event_id String COMMENT 'unique, as the gym numbers it',
    event_time DateTime('UTC') CODEC(Delta, ZSTD),
    gym LowCardinality(String),
    member_id Nullable(Int32) COMMENT 'NULL: not a member',
    event_type LowCardinality(String),
    amount Nullable(Decimal(12, 2)) COMMENT 'NULL: nothing was paid',
    note Nullable(String)
)
ENGINE = ReplacingMergeTree
PARTITION BY toYear(event_time)
ORDER BY (gym, toDate(event_time), event_id);

CREATE TABLE IF NOT EXISTS analytics.rejected_rows (
    file String COMMENT 'name without the folder',
    line UInt32 COMMENT 'where the row starts, the header being line 1',
    reason String
)
ENGINE = MergeTree
ORDER BY (file, line);
