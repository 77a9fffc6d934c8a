set -eu
cp /solution/backfill.py .
python3 - <<'PY'
from pathlib import Path

path = Path("backfill.py")
code = path.read_text()
code = code.replace("        if month < 202607:\n", "        if month <= 202607:\n")
path.write_text(code)
PY
python3 backfill.py
