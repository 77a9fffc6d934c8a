-- The page of a video: its last four weeks.
SELECT day, plays, viewers, watched_sec
FROM analytics.video_day
WHERE video_id = 731 AND day > '2026-05-03' AND day <= '2026-05-31'
ORDER BY day;
