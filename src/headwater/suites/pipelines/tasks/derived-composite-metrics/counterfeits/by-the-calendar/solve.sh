set -eu
cp /solution/metrics.py /solution/metrics.sql /solution/table.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("metrics.sql")
code = path.read_text()
code = code.replace('moment - INTERVAL 4 HOUR', 'moment')
path.write_text(code)
PY
python3 - <<'PY'
from pathlib import Path

path = Path("metrics.py")
code = path.read_text()
code = code.replace('toDate(at - INTERVAL 4 HOUR)', 'toDate(at)')
path.write_text(code)
PY
python3 metrics.py
