CREATE DATABASE IF NOT EXISTS ads;

CREATE TABLE IF NOT EXISTS ads.events (
    event_id UInt64,
    at DateTime('UTC') COMMENT 'when it happened',
    account String,
    campaign_id UInt32,
    kind Enum8('impression' = 1, 'click' = 2),
    cost_micros UInt32,
    received_at DateTime64(3, 'UTC') MATERIALIZED now64(3) COMMENT 'when the server took the insert'
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(at)
ORDER BY (campaign_id, at)
SETTINGS index_granularity = 2048;

CREATE TABLE IF NOT EXISTS ads.daily (
    day Date,
    campaign_id UInt32,
    impressions Int64,
    clicks Int64,
    cost_micros Int64
)
ENGINE = SummingMergeTree
ORDER BY (day, campaign_id)
SETTINGS index_granularity = 512;

CREATE MATERIALIZED VIEW IF NOT EXISTS ads.daily_mv TO ads.daily AS
SELECT
    toDate(at) AS day,
    campaign_id,
    countIf(kind = 'impression') AS impressions,
    countIf(kind = 'click') AS clicks,
    sum(e.cost_micros) AS cost_micros
FROM ads.events AS e
GROUP BY day, campaign_id;
