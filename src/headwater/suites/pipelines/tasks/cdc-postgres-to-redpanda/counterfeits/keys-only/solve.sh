set -eu
cp /solution/*.py .
sed -i '/REPLICA IDENTITY/d; /# With full old rows/d' cdc.py
python3 - <<'PY'
from pathlib import Path

path = Path("pgoutput.py")
code = path.read_text()
code = code.replace("            new = {**(old or {}), **reader.row(columns)} if part", "            new = reader.row(columns) if part")
path.write_text(code)
PY
python3 cdc.py
