-- The charts of a day.
SELECT video_id, plays, viewers
FROM analytics.video_day
WHERE day = '2026-05-30'
ORDER BY plays DESC, video_id
LIMIT 20;
