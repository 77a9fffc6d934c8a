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


edit("sync.py", ("    gone = not_closed(postgres, [old[number] for number in old.keys() - {row[0] for row in new}])\n",
    "    gone = [old[number] for number in old.keys() - {row[0] for row in new}]\n"))
edit("first_run.py", ("    gone = not_closed(postgres, list(old.values()))\n", "    gone = list(old.values())\n"))
PY
python3 migrate.py
