set -eu
cp /solution/metrics.py /solution/metrics.sql /solution/table.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("metrics.sql")
code = path.read_text()
code = code.replace('FROM days\nLEFT JOIN by_day', 'FROM days\nJOIN by_day')
code = code.replace('each <= moment + INTERVAL 14 DAY', 'toDate(each) <= toDate(moment) + 14')
path.write_text(code)
PY
python3 metrics.py
