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


edit("sql/schema.sql",
    ("CREATE INDEX IF NOT EXISTS daily_usage_account ON mart.daily_usage (account_id, day);\n",
     "ALTER TABLE mart.daily_usage DROP CONSTRAINT IF EXISTS daily_usage_pkey;\n"))
edit("sql/post.sql",
    ("-- Days of months that are not closed.\n", "DELETE FROM mart.daily_usage d USING news n\n"
     "WHERE n.day >= %(open_month)s AND (d.day, d.account_id, d.product) = (n.day, n.account_id, n.product);\n"),
    ("FROM news WHERE day >= %(open_month)s\nON CONFLICT (day, account_id, product) DO UPDATE\n"
     "SET plan = excluded.plan, quantity = excluded.quantity, amount = excluded.amount\n"
     "WHERE (daily_usage.plan, daily_usage.quantity, daily_usage.amount) IS DISTINCT FROM (excluded.plan, excluded.quantity, excluded.amount);",
     "FROM news WHERE day >= %(open_month)s;"))
PY
python3 build_mart.py
