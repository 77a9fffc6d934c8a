set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("reports.py")
code = path.read_text()
code = code.replace("QUERIES = 4\n", "QUERIES = 64\n")
code = code.replace("if flight is None or not flight.is_usable():", "if True:")
path.write_text(code)
PY
