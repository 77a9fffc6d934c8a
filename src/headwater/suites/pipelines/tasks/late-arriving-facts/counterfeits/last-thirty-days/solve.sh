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


edit("sql/changed.sql",
    ("arrival_id <= %(new_arrival_id)s;", "arrival_id <= %(new_arrival_id)s\n"
     "    AND (%(arrival_id)s = 0 OR used_at > (SELECT max(used_at) FROM raw.usage WHERE arrival_id <= %(arrival_id)s) - interval '30 days');"),
    ("WHERE change_id > %(change_id)s", "WHERE %(arrival_id)s = 0"),
    ("WHERE price_id > %(price_id)s", "WHERE %(arrival_id)s = 0"))
PY
python3 build_mart.py
