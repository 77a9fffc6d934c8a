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


edit("sql/due.sql",
    ("ORDER BY record_id, arrival_id DESC", "ORDER BY record_id, arrival_id"),
    ("WHERE change_id <= %(new_change_id)s\n", "WHERE change_id <= %(new_change_id)s AND plan IS NOT NULL\n"))
PY
python3 build_mart.py
