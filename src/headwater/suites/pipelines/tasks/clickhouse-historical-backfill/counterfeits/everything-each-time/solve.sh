set -eu
cp /solution/backfill.py .
python3 - <<'PY'
from pathlib import Path

path = Path("backfill.py")
code = path.read_text()
code = code.replace("    HAVING (sumIf(row, is_wanted = 1), countIf(is_wanted = 1)) != (sumIf(row, is_wanted = 0), countIf(is_wanted = 0))\n", "    HAVING month < 202607 OR countIf(is_wanted = 1) != countIf(is_wanted = 0)\n")
path.write_text(code)
PY
python3 backfill.py
