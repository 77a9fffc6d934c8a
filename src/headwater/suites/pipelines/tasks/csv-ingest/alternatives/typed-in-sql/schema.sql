-- These are the target tables of ingest.py. Every statement is idempotent.
CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.events (
    event_id String COMMENT 'unique, as the gym numbers it',
    event_time DateTime64(0, 'UTC'),
    gym String,
    member_id Nullable(UInt64) COMMENT 'NULL: not a member',
    event_type LowCardinality(String),
    amount Nullable(Decimal(18, 2)) COMMENT 'NULL: nothing was paid',
    note Nullable(String)
)
ENGINE = MergeTree
ORDER BY (toDate(event_time), gym, event_id);

CREATE TABLE IF NOT EXISTS analytics.rejected_rows (
    file String COMMENT 'name without the folder',
    line UInt32 COMMENT 'where the row starts, the header being line 1',
    reason String
)
ENGINE = MergeTree
ORDER BY (file, line);
