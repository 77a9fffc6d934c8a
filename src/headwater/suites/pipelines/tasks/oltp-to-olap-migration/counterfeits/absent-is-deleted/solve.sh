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


edit("sync.py", ("    numbers = changed_since(postgres, seen)\n", '''    numbers = changed_since(postgres, seen)
    recent = "SELECT sale_id FROM analytics.sales WHERE sold_at >= '2025-09-01 00:00:00'"
    there = {number for (number,) in postgres.execute("SELECT sale_id FROM app.sales")}
    absent = {number for (number,) in client.query(recent).result_rows} - there
    numbers = sorted({*numbers, *absent})
'''), ("    gone = not_closed(postgres, [old[number] for number in old.keys() - {row[0] for row in new}])\n",
    "    gone = [old[number] for number in old.keys() - {row[0] for row in new}]\n"))
PY
python3 migrate.py
