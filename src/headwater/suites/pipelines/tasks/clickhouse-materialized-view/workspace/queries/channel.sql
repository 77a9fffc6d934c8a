-- What a channel is paid for: its videos in a week.
SELECT video_id, sum(plays) AS plays, sum(watched_sec) AS watched_sec
FROM analytics.video_day
WHERE day >= '2026-05-18' AND day < '2026-05-25'
    AND video_id IN (SELECT video_id FROM content.videos WHERE channel_id = 40)
GROUP BY video_id
ORDER BY video_id;
