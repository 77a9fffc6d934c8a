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


edit("readings.py",
    (' - content["skew_ms"]\n',
     '\n'),
)
PY
python3 consume.py
