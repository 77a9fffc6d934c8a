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
    ("    SELECT sale_id FROM app.sales WHERE changed_in >= %(next)s::xid8 UNION\n    SELECT sale_id FROM app.sales WHERE changed_in = ANY (%(open)s::xid8[]) UNION\n",
     "    SELECT sale_id FROM app.sales WHERE updated_at >= %(last)s::timestamptz UNION\n"),
    ('    _, following, is_open = seen.split(":")\n', '    seen, last = seen.split("|")\n    _, following, is_open = seen.split(":")\n'),
    ('{"next": following, ', '{"last": last, "next": following, '),
    ('"SELECT pg_current_snapshot()::text"', '"SELECT pg_current_snapshot() || \'|\' || max(updated_at) FROM app.sales"'),
    ('" WHERE sale_id = ANY (%s)"', '" WHERE sale_id = ANY (%s) AND sale_id NOT IN (SELECT sale_id FROM app.sales_deleted)"'))
PY
python3 migrate.py
