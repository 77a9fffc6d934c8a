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
    ('    _, following, is_open = seen.split(":")\n', '    oldest = seen.split(":")[0]\n'), ('"next": following, "open": f"{{{is_open}}}"', '"next": oldest'),
    ("    SELECT sale_id FROM app.sales WHERE changed_in = ANY (%(open)s::xid8[]) UNION\n", ""),
    (" UNION\n    SELECT sale_id FROM app.sales_deleted WHERE changed_in = ANY (%(open)s::xid8[])\n", "\n"))
PY
python3 migrate.py
