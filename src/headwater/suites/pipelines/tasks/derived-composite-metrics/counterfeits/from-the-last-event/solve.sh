set -eu
cp /solution/metrics.py /solution/metrics.sql /solution/table.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("metrics.py")
code = path.read_text()
code = code.replace('    return max(first, last - OPEN) if days else first', '    newest = client.query(LAST).first_row[0]\n    return max(first, newest - timedelta(days=4)) if days else first')
path.write_text(code)
PY
python3 metrics.py
