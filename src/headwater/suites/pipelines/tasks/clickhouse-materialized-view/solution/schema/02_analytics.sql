-- The pages read these tables and views; docs/metrics.md defines the numbers.
CREATE DATABASE IF NOT EXISTS analytics;

-- One row for a play, after merges: the messages of a play are merged into their maximum of seconds.
-- The granules are small because a page reads a single video on each of many days.
CREATE TABLE IF NOT EXISTS analytics.play_progress (
    day Date,
    video_id UInt32,
    play_id UInt64,
    viewer_id SimpleAggregateFunction(max, UInt64) COMMENT '0: not signed in',
    watched_sec SimpleAggregateFunction(max, UInt32)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (day, video_id, play_id)
SETTINGS index_granularity = 512;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.play_progress_mv TO analytics.play_progress AS
SELECT
    toDate(at) AS day,
    video_id,
    play_id,
    max(plays.viewer_id) AS viewer_id,
    max(plays.watched_sec) AS watched_sec
FROM content.plays AS plays
GROUP BY day, video_id, play_id;

-- The days before 1 May 2026, whose plays have been deleted; no view writes to this table.
CREATE TABLE IF NOT EXISTS analytics.video_day_before_may (
    day Date,
    video_id UInt32,
    plays UInt64,
    viewers UInt64,
    watched_sec UInt64
)
ENGINE = MergeTree
ORDER BY (day, video_id)
SETTINGS index_granularity = 512;

CREATE VIEW IF NOT EXISTS analytics.video_day AS
SELECT day, video_id, plays, viewers, watched_sec
FROM analytics.video_day_before_may
UNION ALL
SELECT day, video_id, count() AS plays, uniqExactIf(viewer, viewer != 0) AS viewers, sum(watched) AS watched_sec
FROM (
    SELECT day, video_id, play_id, max(viewer_id) AS viewer, max(watched_sec) AS watched
    FROM analytics.play_progress
    GROUP BY day, video_id, play_id
)
WHERE watched >= 3
GROUP BY day, video_id;
