-- Of the players' team; here so that a new server has it.
CREATE DATABASE IF NOT EXISTS content;

CREATE TABLE IF NOT EXISTS content.videos (
    video_id UInt32,
    channel_id UInt32,
    title String
)
ENGINE = MergeTree
ORDER BY video_id;

CREATE TABLE IF NOT EXISTS content.plays (
    play_id UInt64,
    video_id UInt32,
    viewer_id UInt64,
    at DateTime('UTC'),
    watched_sec UInt32,
    received_at DateTime('UTC')
)
ENGINE = MergeTree
PARTITION BY toYYYYMMDD(at)
ORDER BY (received_at, play_id);
