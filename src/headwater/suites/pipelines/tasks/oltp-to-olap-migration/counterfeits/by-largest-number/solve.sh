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
    ('"SELECT pg_snapshot_xmin(pg_current_snapshot())::text::numeric"',
     '"SELECT max(t)::text::numeric + 1 FROM (SELECT max(changed_in) AS t FROM app.sales UNION ALL SELECT max(changed_in) FROM app.sales_deleted) AS x"'))
edit("sync.py", ("for row in (*old, *new) if", "for row in (new or old) if"))
PY
python3 - <<'PY'
import connections

client = connections.clickhouse()
client.command("DROP TABLE analytics.sales SYNC")
client.command("DROP TABLE analytics.sync_state SYNC")
PY
python3 apply.py
python3 sync.py
