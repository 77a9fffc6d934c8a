set -eu
cp /alternative/02_analytics.sql schema/
cp /alternative/rebuild.py .
cat > once.sql <<'SQL'
DROP VIEW analytics.video_day_mv SYNC;
RENAME TABLE analytics.video_day TO analytics.was;
SQL
python3 apply.py once.sql
python3 apply.py
cat > once.sql <<'SQL'
INSERT INTO analytics.archive
SELECT day, video_id, plays, viewers, watched_sec FROM analytics.was FINAL WHERE day < '2026-05-01';
INSERT INTO analytics.longest
SELECT toDate(at), video_id, play_id, viewer_id, watched_sec FROM content.plays;
OPTIMIZE TABLE analytics.longest FINAL;
DROP TABLE analytics.was SYNC;
SQL
python3 apply.py once.sql
rm once.sql
