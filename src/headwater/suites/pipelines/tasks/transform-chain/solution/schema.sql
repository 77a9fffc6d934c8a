CREATE DATABASE IF NOT EXISTS analytics;

-- In the order of visitors, so that the visits of one need only the events of that one. A row that comes twice counts once.
CREATE TABLE IF NOT EXISTS analytics.event_rows (
    event_id String,
    visitor String,
    at DateTime64(3, 'UTC'),
    type String,
    source String,
    pattern Nullable(UInt32),
    amount Nullable(Decimal(12, 2))
)
ENGINE = ReplacingMergeTree
ORDER BY (visitor, event_id);

CREATE VIEW IF NOT EXISTS analytics.events AS
SELECT event_id, visitor, at, type, source, pattern, amount FROM analytics.event_rows FINAL;

CREATE TABLE IF NOT EXISTS analytics.rejected_rows (seq UInt64, reason String) ENGINE = ReplacingMergeTree ORDER BY seq;

CREATE VIEW IF NOT EXISTS analytics.rejected AS
SELECT seq, reason FROM analytics.rejected_rows FINAL;

-- The last row of raw.events that is in all tables.
CREATE TABLE IF NOT EXISTS analytics.progress (seq UInt64) ENGINE = MergeTree ORDER BY seq;
