set -eu
cp /alternative/0*.sql /alternative/0*.py migrations/
cp /solution/pacing.sql dashboards/
python3 migrate.py
