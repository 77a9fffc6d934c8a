set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
cat > migrations/0025_backup.sql <<'SQL'
CREATE TABLE IF NOT EXISTS ads.daily_backup ENGINE = MergeTree ORDER BY (day, campaign_id) AS SELECT * FROM ads.daily;
SQL
mv migrations/0025_backup.sql migrations/002_a_backup.sql
sed -i 's/^    received_at DateTime64/    -- region: see 002_region_of_events.sql\n&/' migrations/001_ads.sql
python3 migrate.py
