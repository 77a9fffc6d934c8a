-- Until the new view exists, new plays are only in content.plays; step 2 reads them from there.
DROP VIEW analytics.video_day_mv SYNC;

RENAME TABLE analytics.video_day TO analytics.video_day_old;
