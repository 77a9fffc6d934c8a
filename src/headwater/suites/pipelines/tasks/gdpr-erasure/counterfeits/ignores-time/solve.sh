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
    ("        person = self._identities.by_number(number, when)\n        return person if person in self._people else None",
     "        return self._ever(str(number))"),
    ("        person = self._identities.by_address(value, when)\n        return person if person in self._people else None",
     "        return self._ever(value)"),
    ("    def owner(", "    def _ever(self, value):\n        return next((p for p in self._people if value in self._mine(p)), None)\n\n"
     "    def _mine(self, person):\n        if person not in self._cache:\n            self._cache[person] = {value for value, _, _ in self._identities.spans({person})}\n"
     "        return self._cache[person]\n\n    def owner("),
)
text = Path("matching.py").read_text()
start, end = text.index("    def _ever"), text.index("    def owner(")
Path("matching.py").write_text(text[:start] + "    def _ever(self, value):\n        return next(iter(self._people))\n\n" + text[end:])
PY
python3 erase.py
