CREATE DATABASE IF NOT EXISTS analytics;

CREATE TABLE IF NOT EXISTS analytics.video_day (
    day Date,
    video_id UInt32,
    plays UInt64,
    viewers UInt64,
    watched_sec UInt64
)
ENGINE = SummingMergeTree
ORDER BY (day, video_id);

CREATE MATERIALIZED VIEW IF NOT EXISTS analytics.video_day_mv TO analytics.video_day AS
SELECT
    toDate(received_at) AS day,
    video_id,
    count() AS cnt,
    uniqExact(viewer_id) AS viewers,
    sum(watched_sec) AS watched_sec
FROM content.plays
GROUP BY day, video_id;
