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


edit("identity.py", ("self._parents[self._root(one)] = self._root(other)", "pass"),
    ("        changed = set()\n", "        changed, changes = set(), []\n"))
PY
python3 erase.py
