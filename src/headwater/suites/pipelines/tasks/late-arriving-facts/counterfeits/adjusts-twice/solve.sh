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


edit("sql/post.sql", ("(n.account_id, n.day, n.product)\n)", "(n.account_id, n.day, n.product) AND l.month = date_trunc('month', l.day)\n)"))
PY
python3 build_mart.py
