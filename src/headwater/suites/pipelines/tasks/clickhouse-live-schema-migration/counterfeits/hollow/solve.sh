set -eu
cp /solution/pacing.sql dashboards/
cat > migrations/002_region.sql <<'SQL'
ALTER TABLE ads.events ADD COLUMN IF NOT EXISTS region LowCardinality(String)
    MATERIALIZED ['dach', 'west', 'benelux', 'uki', 'nordics', 'apac'][1 + event_id % 6];

ALTER TABLE ads.events MATERIALIZE COLUMN region SETTINGS mutations_sync = 1;

ALTER TABLE ads.daily ADD COLUMN IF NOT EXISTS region LowCardinality(String)
    DEFAULT ['dach', 'west', 'benelux', 'uki', 'nordics', 'apac'][1 + campaign_id % 6];
SQL
python3 migrate.py
