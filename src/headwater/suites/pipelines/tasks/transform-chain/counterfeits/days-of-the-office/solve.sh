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


edit("daily.sql", ("toDate(v.started_at)", "toDate(v.started_at, 'Europe/Berlin')"))
PY
python3 transform.py
