CREATE TABLE IF NOT EXISTS app.history (
    user_id UInt32,
    event_ts DateTime('UTC'),
    event_id UInt64,
    event_type LowCardinality(String),
    amount_cents Nullable(UInt32)
)
ENGINE = MergeTree
ORDER BY (user_id, event_ts)
SETTINGS index_granularity = 1024;

CREATE MATERIALIZED VIEW IF NOT EXISTS app.history_mv TO app.history AS
SELECT user_id, event_ts, event_id, event_type, amount_cents
FROM app.events;
