set -eu
cp /solution/backfill.py .
python3 - <<'PY'
from pathlib import Path

path = Path("backfill.py")
code = path.read_text()
code = code.replace("cityHash64(event_id, customer_id, meter, at, bytes)", "bytes")
path.write_text(code)
PY
python3 backfill.py
