set -eu
cp /solution/ingest.py /solution/server.py /solution/schema.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace('position_sec * 2 >= duration_sec', 'position_sec * 2 > duration_sec')
code = code.replace('position_sec * 100 >= duration_sec * 95', 'position_sec * 100 > duration_sec * 95')
code = code.replace('AND position_sec >= 30 GROUP BY hour', 'AND position_sec > 30 GROUP BY hour')
code = code.replace('started_at < {last:Date}', 'started_at <= {last:Date}')
path.write_text(code)
PY
python3 ingest.py
