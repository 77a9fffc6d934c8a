set -eu
cp /solution/*.py .
cp /solution/schema/marts.sql schema/
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("migrate.py", ('    deploy(warehouse, "reports.sql")\n', ""))
PY
python3 migrate.py
rm migrate.py
python3 nightly.py
