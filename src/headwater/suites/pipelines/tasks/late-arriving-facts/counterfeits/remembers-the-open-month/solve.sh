set -eu
rm sql/days.sql
cp /solution/build_mart.py .
cp /solution/sql/*.sql sql
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("build_mart.py",
    ('    values = {**positions, "open_month"', '    newest, open_month = open_month, last_open_month\n    values = {**positions, "open_month"'),
    ("    records = postgres", '    postgres.execute("UPDATE mart.positions SET open_month = %s WHERE open_month <> %s", [newest, newest])\n    records = postgres'),
    ("WHERE month = %s\", [open_month])", "WHERE month = %s\", [newest])"))
PY
python3 build_mart.py
