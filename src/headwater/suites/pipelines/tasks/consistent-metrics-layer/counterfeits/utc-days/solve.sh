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


edit("sources.py", ("toDate(at, 'Europe/Lisbon')", "toDate(at)"))
edit("metrics.sql", ("toDate(assumeNotNull(paid_at), 'Europe/Lisbon')", "toDate(assumeNotNull(paid_at))"))
PY
python3 layer.py
