set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("analytics.py", (
    'self._change(f"ALTER TABLE analytics.{table} DELETE WHERE {rows_of}")',
    'self._change(f"DELETE FROM analytics.{table} WHERE {rows_of}")\n'
    '            self._change(f"ALTER TABLE analytics.{table} APPLY DELETED MASK")',
), ('NOW = {"mutations_sync": 2}', 'NOW = {"mutations_sync": 2, "lightweight_deletes_sync": 2}'))
PY
python3 erase.py
