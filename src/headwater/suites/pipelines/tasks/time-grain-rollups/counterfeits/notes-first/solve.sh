set -eu
cp /solution/rollup.py /solution/rollups.py /solution/schema.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("rollup.py")
code = path.read_text()
note = "    if newest > mark:\n        store.note(newest)\n"
code = code.replace(note, "")
code = code.replace("    for grain, rows in changes.items():\n", note + "    for grain, rows in changes.items():\n")
path.write_text(code)
PY
python3 rollup.py
