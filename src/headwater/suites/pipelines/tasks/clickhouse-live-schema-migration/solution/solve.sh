set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
python3 migrate.py
