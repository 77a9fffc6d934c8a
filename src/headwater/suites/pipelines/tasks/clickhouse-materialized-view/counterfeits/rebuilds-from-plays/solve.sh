set -eu
mkdir -p migrations
cp /solution/migrations/*.sql migrations/
cp /solution/schema/02_analytics.sql schema/
cp /solution/rebuild.py .
python3 apply.py migrations/1_retire_the_old_table.sql
python3 apply.py
sed -i '/^INSERT INTO analytics.video_day_before_may/,/^GROUP BY day, video_id;/d' migrations/2_fill_the_new_tables.sql
python3 apply.py migrations/2_fill_the_new_tables.sql
