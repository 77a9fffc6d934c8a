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


edit("sql/schema.sql", ("    arrival_id bigint NOT NULL,\n", "    open_month date,\n    arrival_id bigint NOT NULL,\n"))
edit("build_mart.py",
    ('OPEN_MONTH = "SELECT', 'REMEMBERED = "SELECT open_month FROM mart.positions"\nOPEN_MONTH = "SELECT'),
    ("    if rebuild:\n", "    remembered = (postgres.execute(REMEMBERED).fetchone() or [None])[0]\n    if rebuild:\n"),
    ("    open_month = postgres.execute(OPEN_MONTH).fetchone()[0] or date.min\n",
     "    newest = postgres.execute(OPEN_MONTH).fetchone()[0] or date.min\n    open_month = remembered or newest\n"),
    ("    records = postgres", '    postgres.execute("UPDATE mart.positions SET open_month = %s WHERE open_month IS DISTINCT FROM %s", [newest, newest])\n'
     "    records = postgres"),
    ("WHERE month = %s\", [open_month])", "WHERE month = %s\", [newest])"))
PY
python3 build_mart.py
