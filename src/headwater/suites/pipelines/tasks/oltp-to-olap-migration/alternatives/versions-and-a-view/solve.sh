set -eu
cp /solution/postgres_sales.py .
cp /alternative/sync.py /alternative/schema.sql .
mkdir -p reports/clickhouse
cp /solution/reports/clickhouse/customer.sql /solution/reports/clickhouse/products.sql reports/clickhouse/
cp /alternative/month.sql reports/clickhouse/
python3 - <<'PY'
import connections

client = connections.clickhouse()
client.command("DROP TABLE analytics.sales SYNC")
client.command("DROP TABLE analytics.sync_state SYNC")
PY
python3 apply.py
python3 sync.py
