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


edit("payloads.py", ("return Event(event_id, visitor, at, kind,", 'return Event(event_id, "1", datetime(2026, 3, 1, tzinfo=UTC), kind,'))
PY
python3 transform.py
