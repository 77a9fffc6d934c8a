set -eu
cp /solution/*.py /solution/*.sql .
rm minutes.py
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
    ('("sum(amount)", "min(value)", "max(value)", "argMax(value, (at, boot, seq))")',
     '("toInt64(5000)", "toInt64(5000)", "toInt64(5000)", "toInt64(5000)")'),
    ('any(kind), count(), ',
     'any(kind), 2, '),
)
PY
python3 consume.py
