-- Of the collectors' team. Parts are merged at night only, so several versions of an event are there during the day.
CREATE TABLE audit.events (
    workspace_id UInt32,
    at DateTime64(3, 'UTC') COMMENT 'when it happened',
    event_id UInt64,
    version UInt32 COMMENT 'the highest of an event counts',
    actor String,
    action LowCardinality(String),
    target String,
    removed UInt8 COMMENT '1: erased'
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (workspace_id, at, event_id)
SETTINGS index_granularity = 1024, max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1;
