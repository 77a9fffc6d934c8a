-- The tables of marts, as they are deployed.

-- In the order of days, because nights compute whole days. A void row stays, so that a revision that comes again later does not count,
-- and FINAL leaves it out. The time of an event never changes, so all of its revisions have the same key.
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
PARTITION BY toYYYYMM(at)
ORDER BY (toDate(at), event_id);

-- A partition a day, which nights replace as a whole. utc_offset is the one of the campaign when the day was computed.
CREATE TABLE IF NOT EXISTS marts.campaign_daily (
    day Date,
    campaign UInt32,
    impressions UInt64,
    clicks UInt64,
    micros UInt64,
    users Array(UInt32),
    utc_offset Int16
)
ENGINE = MergeTree
PARTITION BY day
ORDER BY (day, campaign);

-- Days that a night has computed and not yet moved to marts.campaign_daily. Empty between the nights.
CREATE TABLE IF NOT EXISTS marts.campaign_daily_next AS marts.campaign_daily;

CREATE TABLE IF NOT EXISTS marts.loaded (batch UInt32) ENGINE = MergeTree ORDER BY batch;
