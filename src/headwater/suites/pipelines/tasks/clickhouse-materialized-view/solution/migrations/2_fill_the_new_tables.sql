-- Run this after `python3 apply.py`. Plays that arrive meanwhile are merged with these rows, so that no play counts twice.
INSERT INTO analytics.video_day_before_may
SELECT day, video_id, sum(o.plays) AS plays, sum(o.viewers) AS viewers, sum(o.watched_sec) AS watched_sec
FROM analytics.video_day_old AS o
WHERE day < '2026-05-01'
GROUP BY day, video_id;

INSERT INTO analytics.play_progress
SELECT toDate(at) AS day, video_id, play_id, max(p.viewer_id) AS viewer_id, max(p.watched_sec) AS watched_sec
FROM content.plays AS p
GROUP BY day, video_id, play_id;

DROP TABLE analytics.video_day_old SYNC;
