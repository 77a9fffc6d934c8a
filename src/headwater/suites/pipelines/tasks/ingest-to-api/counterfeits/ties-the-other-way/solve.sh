set -eu
cp /solution/ingest.py /solution/server.py /solution/schema.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace('position_sec >= 30\n    GROUP BY episode_id', 'position_sec > 30\n    GROUP BY episode_id')
code = code.replace('ORDER BY plays DESC, episode_id LIMIT', 'ORDER BY plays DESC, episode_id DESC LIMIT')
path.write_text(code)
PY
python3 ingest.py
