CREATE DATABASE IF NOT EXISTS analytics;

-- One row per video and day. The maps store the seconds and the viewer of each play. For days before 1 May 2026, whose plays
-- have been deleted, the maps are empty and the columns old_* have the numbers.
CREATE TABLE IF NOT EXISTS analytics.video_day_state (
    day Date,
    video_id UInt32,
    seconds AggregateFunction(maxMap, Array(UInt64), Array(UInt32)),
    viewers AggregateFunction(maxMap, Array(UInt64), Array(UInt64)),
    old_plays SimpleAggregateFunction(max, UInt64),
    old_viewers SimpleAggregateFunction(max, UInt64),
    old_watched_sec SimpleAggregateFunction(max, UInt64)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(day)
ORDER BY (day, video_id)
SETTINGS index_granularity = 128;

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.video_day_state_mv TO analytics.video_day_state AS
SELECT
    toDate(at) AS day,
    video_id,
    maxMapState([play_id], [watched_sec]) AS seconds,
    maxMapState([play_id], [viewer_id]) AS viewers
FROM content.plays
GROUP BY day, video_id;

CREATE VIEW IF NOT EXISTS analytics.video_day AS
SELECT
    day,
    video_id,
    old_p + arrayCount(s -> s >= 3, secs) AS plays,
    old_v + arrayUniq(arrayFilter((v, s) -> s >= 3 AND v != 0, viewer, secs)) AS viewers,
    old_w + arraySum(arrayFilter(s -> s >= 3, secs)) AS watched_sec
FROM (
    SELECT
        day,
        video_id,
        maxMapMerge(t.seconds).2 AS secs,
        maxMapMerge(t.viewers).2 AS viewer,
        max(old_plays) AS old_p,
        max(old_viewers) AS old_v,
        max(old_watched_sec) AS old_w
    FROM analytics.video_day_state AS t
    GROUP BY day, video_id
)
WHERE old_p > 0 OR arrayExists(s -> s >= 3, secs);
