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


edit("files.py", ("    for path in sorted(ARCHIVE", "    return\n    for path in sorted(ARCHIVE"))
edit("analytics.py", ("        self._wait()\n", "        self._counts.add(\"clickhouse\", self._matcher.people)\n        return\n"))
edit("matching.py", ("self._tokens, self._identities, self._people = tokens, identities, people", "self._tokens, self._identities, self._people, self.people = tokens, identities, people, people"))
edit("operational.py", ("        self._erase_records()\n", ""))
PY
python3 erase.py
