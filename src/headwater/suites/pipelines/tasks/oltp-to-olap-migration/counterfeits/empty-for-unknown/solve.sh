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
    'SELECT = f"SELECT {\', \'.join(COLUMNS[:-1])}, coalesce(note, \'\') FROM app.sales"',
))
PY
python3 migrate.py
