-- The tables of marts, as they are deployed.
CREATE TABLE marts.events (
    event_id UInt64,
    revision UInt16,
    at DateTime('UTC'),
    kind LowCardinality(String),
    campaign UInt32,
    user UInt32,
    micros UInt32
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY event_id;

CREATE TABLE marts.campaign_daily (
    day Date,
    campaign UInt32,
    impressions UInt64,
    clicks UInt64,
    micros UInt64
)
ENGINE = MergeTree
ORDER BY (day, campaign);

CREATE TABLE marts.loaded (batch UInt32) ENGINE = MergeTree ORDER BY batch;
