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


edit("store.py",
    ('            rows[order] = (order, customer, status, items, *amounts, last, at)\n',
     '            rows[order] = (order, customer, "open", 1, Decimal("9.99"), Decimal(0), last, at)\n'),
)
PY
python3 replay.py
