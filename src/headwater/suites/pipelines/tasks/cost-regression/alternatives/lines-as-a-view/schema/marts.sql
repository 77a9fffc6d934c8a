-- The tables of marts, as they are deployed.

-- Nights compute whole days, so a day is a partition. A void row stays, so that earlier revisions of it do not count.
CREATE TABLE IF NOT EXISTS marts.events (
    event_id UInt64,
    revision UInt16,
    at DateTime('UTC'),
    kind LowCardinality(String),
    campaign UInt32,
    user UInt32,
    micros UInt32,
    void UInt8
)
ENGINE = ReplacingMergeTree(revision, void)
PARTITION BY toDate(at)
ORDER BY event_id;

-- All versions of the lines. One that is gone gets a version with zeros.
CREATE TABLE IF NOT EXISTS marts.line_versions (
    day Date,
    campaign UInt32,
    version UInt64,
    impressions UInt64,
    clicks UInt64,
    micros UInt64,
    users AggregateFunction(uniqExact, UInt32),
    utc_offset Int16
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (day, campaign);

CREATE VIEW IF NOT EXISTS marts.campaign_daily AS
SELECT day, campaign, impressions, clicks, micros FROM marts.line_versions FINAL WHERE impressions + clicks > 0;

CREATE TABLE IF NOT EXISTS marts.loaded (batch UInt32) ENGINE = MergeTree ORDER BY batch;
