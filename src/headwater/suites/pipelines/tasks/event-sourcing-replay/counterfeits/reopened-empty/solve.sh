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
    ('                self.is_cancelled = kind == "cancelled"\n',
     '                self.is_cancelled = kind == "cancelled"\n                if self.is_cancelled:\n                    self.quantities, self.paid = {}, 0\n'),
)
PY
python3 replay.py
