set -eu
cp /solution/*.py /solution/schema.sql .
mkdir -p reports/clickhouse
cp /solution/reports/clickhouse/*.sql reports/clickhouse/
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("postgres_sales.py",
    ("    SELECT sale_id FROM app.sales WHERE changed_in >= %(since)s::text::xid8\n",
     "    SELECT sale_id FROM app.sales WHERE updated_at >= to_timestamp(%(since)s::text::numeric)\n"),
    ("    SELECT sale_id FROM app.sales_deleted WHERE changed_in >= %(since)s::text::xid8\n", "    SELECT sale_id FROM app.sales_deleted\n"),
    ('"SELECT pg_snapshot_xmin(pg_current_snapshot())::text::numeric"', '"SELECT floor(extract(epoch FROM max(updated_at))) FROM app.sales"'),
    ('" WHERE sale_id = ANY (%s)"', '" WHERE sale_id = ANY (%s) AND sale_id NOT IN (SELECT sale_id FROM app.sales_deleted)"'))
PY
python3 - <<'PY'
import connections

client = connections.clickhouse()
client.command("DROP TABLE analytics.sales SYNC")
client.command("DROP TABLE analytics.sync_state SYNC")
PY
python3 apply.py
python3 sync.py
