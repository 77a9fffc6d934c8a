set -eu
cp /solution/*.py /solution/*.sql .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("metrics.sql",
    ("sum(users) AS active_users, sum(accounts) AS paying_accounts, CAST(sum(money) AS Decimal(14, 2)) AS revenue",
     "toUInt64(7) AS active_users, toUInt64(3) AS paying_accounts, CAST(99 AS Decimal(14, 2)) AS revenue"))
PY
python3 layer.py
