CREATE DATABASE IF NOT EXISTS analytics;

-- Of rows with the same key one counts, so that a run that is done again adds nothing; a lower number of the row wins.
CREATE TABLE IF NOT EXISTS analytics.event_rows (
    event_id String,
    visitor String,
    at DateTime64(3, 'UTC'),
    type String,
    source String,
    pattern Nullable(UInt32),
    amount Nullable(Decimal(12, 2)),
    before UInt64 COMMENT 'the largest number minus that of the row of raw.events'
)
ENGINE = ReplacingMergeTree(before)
ORDER BY event_id;

CREATE VIEW IF NOT EXISTS analytics.events AS
SELECT event_id, visitor, at, type, source, pattern, amount FROM analytics.event_rows FINAL;

CREATE TABLE IF NOT EXISTS analytics.rejected_rows (seq UInt64, reason String) ENGINE = ReplacingMergeTree ORDER BY seq;

CREATE VIEW IF NOT EXISTS analytics.rejected AS
SELECT seq, reason FROM analytics.rejected_rows FINAL;

-- The last row of raw.events that is in all tables.
CREATE TABLE IF NOT EXISTS analytics.progress (seq UInt64) ENGINE = MergeTree ORDER BY seq;

-- Versions of visits and days: the last one counts, unless it says that the visit or day is gone.
CREATE TABLE IF NOT EXISTS analytics.visit_versions (
    visitor String,
    started_at DateTime64(3, 'UTC'),
    ended_at DateTime64(3, 'UTC'),
    source String,
    events UInt32,
    purchases UInt32,
    revenue Decimal(12, 2),
    version UInt64,
    is_gone UInt8
)
ENGINE = ReplacingMergeTree(version, is_gone)
ORDER BY (visitor, started_at);

CREATE VIEW IF NOT EXISTS analytics.visits AS
SELECT visitor, started_at, ended_at, source, events, purchases, revenue FROM analytics.visit_versions FINAL;

CREATE TABLE IF NOT EXISTS analytics.day_versions (
    day Date,
    source String,
    visits UInt32,
    visitors UInt32,
    purchases UInt32,
    revenue Decimal(12, 2),
    version UInt64,
    is_gone UInt8
)
ENGINE = ReplacingMergeTree(version, is_gone)
ORDER BY (day, source);

CREATE VIEW IF NOT EXISTS analytics.daily AS
SELECT day, source, visits, visitors, purchases, revenue FROM analytics.day_versions FINAL;
