set -eu
cp /solution/rebuild.py .
sed -i 's/count() AS cnt/count() AS plays/; s/toDate(received_at) AS day/toDate(at) AS day/' schema/02_analytics.sql
sed -i 's/^FROM content.plays/&\nWHERE plays.watched_sec >= 3/; s/uniqExact(viewer_id)/uniqExactIf(viewer_id, viewer_id != 0)/' schema/02_analytics.sql
cat > once.sql <<'SQL'
DROP VIEW analytics.video_day_mv SYNC;
ALTER TABLE analytics.video_day DELETE WHERE day >= '2026-05-01' SETTINGS mutations_sync = 1;
SQL
python3 apply.py once.sql
python3 apply.py
cat > once.sql <<'SQL'
INSERT INTO analytics.video_day
SELECT toDate(at) AS day, video_id, uniqExact(play_id), uniqExactIf(viewer_id, viewer_id != 0), sum(p.watched_sec)
FROM content.plays AS p
WHERE p.watched_sec >= 3
GROUP BY day, video_id;
SQL
python3 apply.py once.sql
rm once.sql
