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


edit("transform.py",
    ("        cursor.execute(NEW, [last])\n", "        cursor.execute(NEW, [0])\n"),
    ("            load(client, rows, known)\n", "            load(client, [row for row in rows if row[0] > last], known)\n"),
    ('    if newest > last:\n        client.command((HERE / "daily.sql").read_text())\n', '    client.command((HERE / "daily.sql").read_text())\n    if newest > last:\n'))
PY
python3 transform.py
