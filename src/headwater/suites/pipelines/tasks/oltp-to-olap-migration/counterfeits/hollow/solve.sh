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


edit("postgres_sales.py", (
    'SELECT = f"SELECT {\', \'.join(COLUMNS)} FROM app.sales"',
    'SELECT = """SELECT sale_id, 1 + mod(sale_id, 9000)::int, \'Book 1\', \'DE\', 9.99, \'EUR\', timestamptz \'2026-05-01\','
    ' \'paid\', null::numeric, null FROM app.sales"""',
))
edit("closed_months.py", ("    return [row for row in rows if end is not None and row[6] < end]", "    return rows[:0]"))
PY
python3 migrate.py
