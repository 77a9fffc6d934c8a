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


edit("matching.py", ("return any((start is None or start <= when) and when < end for start, end in spans)", "return bool(spans)"))
edit("erase.py", ("    clean_files(matcher, counts)\n    if people:\n", "    if people:\n        clean_files(matcher, counts)\n"),
    ('        if status != "withdrawn":\n', '        if status != "withdrawn" and (request_id > last or person in on_hold):\n'),
    ("    people, due, held = {}, [], []\n", '    people, due, held = {}, [], []\n    last = int(POSITION.read_text()) if POSITION.exists() else 0\n'),
    ("    postgres.execute(HELD, [held])\n", "    postgres.execute(HELD, [held])\n    if due:\n        POSITION.write_text(str(max(due)))\n"),
    ("import sys\n", "import sys\nfrom pathlib import Path\n"), ('HOLDS = "', 'POSITION = Path("position.txt")\nHOLDS = "'))
PY
python3 erase.py
