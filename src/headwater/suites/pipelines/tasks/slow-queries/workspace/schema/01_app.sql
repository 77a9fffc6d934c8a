CREATE DATABASE IF NOT EXISTS app;

CREATE TABLE IF NOT EXISTS app.lessons (
    lesson_id UInt32,
    slug String,
    language LowCardinality(String)
)
ENGINE = MergeTree
ORDER BY lesson_id;

CREATE TABLE IF NOT EXISTS app.events (
    event_id UInt64,
    event_ts DateTime('UTC'),
    user_id UInt32,
    event_type LowCardinality(String),
    country LowCardinality(String),
    lesson_id UInt32,
    amount_cents Nullable(UInt32),
    device String
)
ENGINE = MergeTree
ORDER BY (event_type, event_ts)
SETTINGS index_granularity = 2048;
