CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.realtime_metrics (
    host String,
    metric String,
    minute DateTime('UTC'),
    kind String,
    samples UInt32,
    total Float64,
    low Float64,
    high Float64,
    last Float64
)
ENGINE = ReplacingMergeTree
ORDER BY (host, metric, minute);
