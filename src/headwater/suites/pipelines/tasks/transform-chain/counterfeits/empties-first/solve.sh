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


edit("daily.sql",
    ("CREATE OR REPLACE TABLE analytics.daily", "CREATE TABLE IF NOT EXISTS analytics.daily"),
    ("ORDER BY (day, source)\nAS\n", "ORDER BY (day, source);\nTRUNCATE TABLE analytics.daily;\nINSERT INTO analytics.daily\n"))
edit("transform.py",
    ('        client.command((HERE / "daily.sql").read_text())\n        client.insert("analytics.progress", [[newest]], column_names=["seq"])\n',
     '        for statement in (HERE / "daily.sql").read_text().split(";\\n"):\n            client.command(statement)\n'),
    ("    newest = last\n", '    newest = last\n    there = postgres.execute("SELECT seq FROM raw.events WHERE seq > %s ORDER BY seq DESC LIMIT 1", [last]).fetchone()\n'
     '    if there:\n        client.insert("analytics.progress", [[there[0]]], column_names=["seq"])\n'))
PY
python3 transform.py
