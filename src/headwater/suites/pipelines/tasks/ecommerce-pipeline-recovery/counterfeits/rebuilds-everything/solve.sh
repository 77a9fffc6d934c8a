set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("pipeline.py")
code = path.read_text()
start, end = code.index("    start = first_day(postgres)\n"), code.index('    held = clickhouse.query("SELECT DISTINCT')
code = code[:start] + code[end:]
path.write_text(code)
path = Path("figures.py")
code = path.read_text()
code = code.replace("status IN ('paid', 'shipped')", "status != 'cancelled'")
path.write_text(code)
PY
python3 pipeline.py --days 2026-01-01 2026-12-31
python3 pipeline.py
