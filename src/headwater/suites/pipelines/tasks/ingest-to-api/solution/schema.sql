CREATE TABLE IF NOT EXISTS analytics.plays (
    show_id UInt32,
    started_at DateTime64(6, 'UTC'),
    play_id UInt64,
    episode_id UInt32,
    listener_id UInt64,
    position_sec UInt32,
    duration_sec UInt32,
    updated_at DateTime64(6, 'UTC')
)
ENGINE = ReplacingMergeTree(updated_at)
ORDER BY (show_id, started_at, play_id)
SETTINGS index_granularity = 1024;

CREATE TABLE IF NOT EXISTS analytics.listeners (
    listener_id UInt64,
    counts UInt8 COMMENT '0: a bot, or left',
    updated_at DateTime64(6, 'UTC')
)
ENGINE = ReplacingMergeTree(updated_at)
ORDER BY listener_id;
