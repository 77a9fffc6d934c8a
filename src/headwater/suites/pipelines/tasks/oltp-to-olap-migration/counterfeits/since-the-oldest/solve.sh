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
    ("pg_snapshot_xmax(", "pg_snapshot_xmin("),
    ("    SELECT sale_id FROM app.sales WHERE changed_in = ANY (ARRAY(SELECT pg_snapshot_xip(%(seen)s::pg_snapshot))) UNION\n", ""),
    (" UNION\n    SELECT sale_id FROM app.sales_deleted WHERE changed_in = ANY (ARRAY(SELECT pg_snapshot_xip(%(seen)s::pg_snapshot)))\n", "\n"))
PY
python3 migrate.py
