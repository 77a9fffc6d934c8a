set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
sed -i "/toDate(at) < '2026-09-01'/d" migrations/002_region_of_events.sql
python3 migrate.py
