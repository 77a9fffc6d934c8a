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


edit("matching.py",
    ("        person = self._identities.by_number(number, when)\n        return person if person in self._people else None", "        return next(iter(self._people))"),
    ("        person = self._identities.by_address(value, when)\n        return person if person in self._people else None", "        return next(iter(self._people))"),
)
PY
python3 erase.py
