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


edit("layer.sql", (";\n\n-- The names of the tables that are complete: their materialized views exist, and the older rows have been filled in.\nCREATE TABLE IF NOT EXISTS analytics.filled (name String) ENGINE = MergeTree ORDER BY name\n", "\n"))
edit("tables.py",
    ("    filled = {row[0] for row in client.query(\"SELECT name FROM analytics.filled\").result_rows}\n",
     "    notes = HERE / \"filled.txt\"\n    filled = notes.read_text().split() if notes.exists() else []\n"),
    ("            client.command(f\"INSERT INTO analytics.{name} {select}\")\n            client.insert(\"analytics.filled\", [[name]], column_names=[\"name\"])\n",
     "            with notes.open(\"a\") as file:\n                file.write(name + \"\\n\")\n            client.command(f\"INSERT INTO analytics.{name} {select}\")\n"))
PY
python3 layer.py
