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
    ("        match kind:\n",
     "        if self.is_cancelled and kind in (\"item_added\", \"item_removed\", \"discounted\"):\n            return\n        match kind:\n"))
edit("replay.py", ("    if rebuilds:\n        changed += store.remove_unknown(postgres)\n", ""))
PY
python3 replay.py
