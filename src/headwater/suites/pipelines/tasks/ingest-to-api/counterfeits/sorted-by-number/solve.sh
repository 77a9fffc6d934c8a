set -eu
cp /solution/ingest.py /solution/server.py /solution/schema.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("ingest.py")
code = path.read_text()
code = code.replace('OVERLAP = timedelta(minutes=5)', 'OVERLAP = timedelta(days=3)')
code = code.replace('            if new := [row for row in rows if (row[0], micros(row[-1])) not in there]:', '            if new := [row for row in rows if row[0] is not there]:')
path.write_text(code)
PY
sed -i 's/ORDER BY (show_id, started_at, play_id)/ORDER BY play_id/' schema.sql
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace('        parameters = {"show"', '        for _ in range(3):\n            database().query("SELECT max(updated_at), min(started_at) FROM analytics.plays")\n        parameters = {"show"')
path.write_text(code)
PY
python3 ingest.py
