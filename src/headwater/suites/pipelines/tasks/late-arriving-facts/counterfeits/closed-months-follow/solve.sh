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


edit("sql/post.sql", ("FROM news WHERE day >= %(open_month)s\n", "FROM news\n"))
edit("sql/invoiced.sql", ("DELETE FROM mart.daily_usage d WHERE day < %(open_month)s OR NOT EXISTS", "DELETE FROM mart.daily_usage d WHERE NOT EXISTS"),
    ("FROM billing.invoice_lines WHERE month = date_trunc('month', day);", "FROM billing.invoice_lines WHERE month = date_trunc('month', day)\nON CONFLICT DO NOTHING;"))
PY
python3 build_mart.py
