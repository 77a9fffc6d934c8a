-- The chart of a year: plays by month.
SELECT toStartOfMonth(day) AS month, sum(plays) AS plays, round(sum(watched_sec) / 3600) AS hours
FROM analytics.video_day
GROUP BY month
ORDER BY month;
