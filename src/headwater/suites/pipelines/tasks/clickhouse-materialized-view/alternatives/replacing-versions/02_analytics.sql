CREATE DATABASE IF NOT EXISTS analytics;

-- The longest message of each play; the version is the time watched.
CREATE TABLE IF NOT EXISTS analytics.longest (
    day Date,
    video_id UInt32,
    play_id UInt64,
    viewer_id UInt64,
    watched_sec UInt32
)
ENGINE = ReplacingMergeTree(watched_sec)
PARTITION BY day
ORDER BY (day, video_id, play_id)
SETTINGS index_granularity = 256;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.longest_mv TO analytics.longest AS
SELECT toDate(at) AS day, video_id, play_id, viewer_id, watched_sec
FROM content.plays;

CREATE TABLE IF NOT EXISTS analytics.archive (
    day Date,
    video_id UInt32,
    plays UInt64,
    viewers UInt64,
    watched_sec UInt64
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (video_id, day);

CREATE VIEW IF NOT EXISTS analytics.video_day AS
SELECT day, video_id, count() AS plays, uniqExactIf(viewer_id, viewer_id > 0) AS viewers, sum(l.watched_sec) AS watched_sec
FROM analytics.longest AS l FINAL
WHERE l.watched_sec >= 3
GROUP BY day, video_id
UNION ALL
SELECT day, video_id, plays, viewers, watched_sec
FROM analytics.archive;
