set -eu
cp /solution/*.py /solution/schema.sql .
mkdir -p reports/clickhouse
cp /solution/reports/clickhouse/*.sql reports/clickhouse/
python3 - <<'PY'
import connections

client = connections.clickhouse()
client.command("DROP TABLE analytics.sales SYNC")
client.command("DROP TABLE analytics.sync_state SYNC")
PY
python3 apply.py
python3 sync.py
python3 sync.py --check
