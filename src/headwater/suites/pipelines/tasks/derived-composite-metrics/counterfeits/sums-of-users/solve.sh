set -eu
cp /solution/metrics.py /solution/metrics.sql /solution/table.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("metrics.sql")
code = path.read_text()
code = code.replace('uniqExact(user) AS weekly_users', 'count() AS weekly_users')
code = code.replace("            SELECT toDate(moment - INTERVAL 4 HOUR) + arrayJoin(range(7)) AS day, user\n            FROM events\n            WHERE what = 'session_started'\n", "            SELECT own + arrayJoin(range(7)) AS day, user\n            FROM (\n                SELECT DISTINCT toDate(moment - INTERVAL 4 HOUR) AS own, user FROM events WHERE what = 'session_started'\n            )\n")
code = code.replace("uniqExactIf(user, what = 'paid' AND paid > 0)", "uniqExactIf(user, what = 'paid')")
code = code.replace('conversions / nullIf(trials, 0)', 'ifNull(conversions / nullIf(trials, 0), 0)')
path.write_text(code)
PY
python3 metrics.py
