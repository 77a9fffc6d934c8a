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


edit("tables.py",
    ('    "monthly_metrics": {"period": "month", "of_day": "toStartOfMonth(d.day)", "of_payment": "toStartOfMonth(p.day)"},\n', ""),
    ("    for name, parts in METRICS.items():\n", '    client.command((HERE / "months.sql").read_text())\n    for name, parts in METRICS.items():\n'))
Path("months.sql").write_text("""CREATE OR REPLACE VIEW analytics.monthly_metrics AS
SELECT toStartOfMonth(d.day) AS month, d.plan AS plan, sum(d.active_users) AS active_users, sum(d.paying_accounts) AS paying_accounts,
    CAST(sum(d.revenue) AS Decimal(14, 2)) AS revenue
FROM analytics.daily_metrics AS d GROUP BY month, plan
""")
PY
python3 layer.py
