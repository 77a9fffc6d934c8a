set -eu
cp /solution/pacing.sql dashboards/
mkdir by-hand
cp -r migrations by-hand/
cp /solution/migrations/* by-hand/migrations/
cp migrate.py clickhouse.py by-hand/
(cd by-hand && python3 migrate.py)
rm -r by-hand
python3 - <<'PY'
from clickhouse import connect

connect().command("ALTER TABLE ops.migrations DELETE WHERE file != '001_ads.sql' SETTINGS mutations_sync = 1")
PY
