set -eu
cp /solution/*.py /solution/*.sql .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("tables.py", ("        if name not in filled:\n            await_inserts(client)\n            client.command(f\"INSERT INTO analytics.{name} {select}\")\n", "        client.command(f\"INSERT INTO analytics.{name} {select}\")\n        client.command(f\"OPTIMIZE TABLE analytics.{name} FINAL\")\n        if name not in filled:\n"))
edit("check.py",
    ("        finance = by_key(postgres.execute(f\"SELECT {columns} FROM finance.{table}\").fetchall())\n",
     "        plans = postgres.execute(\"SELECT DISTINCT plan FROM app.accounts\").fetchall()\n        finance = {}\n        for plan in plans:\n"
     "            finance |= by_key(postgres.execute(f\"SELECT {columns} FROM finance.{table} WHERE plan = %s\", plan).fetchall())\n"))
PY
python3 layer.py
