-- The table of the ClickHouse team. Nobody else changes it.
CREATE TABLE ads.events (
    advertiser_id UInt32,
    event_time DateTime('UTC'),
    campaign LowCardinality(String),
    kind Enum8('impression' = 1, 'click' = 2),
    cost_micros UInt64
)
ENGINE = MergeTree
ORDER BY (advertiser_id, event_time)
SETTINGS index_granularity = 1024;
