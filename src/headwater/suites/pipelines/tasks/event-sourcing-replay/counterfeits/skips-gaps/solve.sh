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


edit("fold.py",
    ('        if event.seq != len(history) + 1:\n            break\n        history.append(event)\n    if not history:\n        return None\n',
     '        history.append(event)\n    if not history or history[0].type != "placed":\n        return None\n'),
)
PY
python3 replay.py
