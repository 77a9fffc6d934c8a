set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("pipeline.py")
code = path.read_text()
code = code.replace("    changed = settle(clickhouse, figures_of(postgres, pairs))\n", "    changed = recompute(postgres, clickhouse, date(2020, 1, 1), date(2100, 1, 1))\n")
start = code.index("    orders = [order for"), code.index("    changed = recompute(")
code = code[: start[0]] + code[start[1] :]
code = code.replace('''    if rows:
        clickhouse.insert("sales.daily", rows, column_names''', '''    for row in rows:
        clickhouse.insert("sales.daily", [row], column_names''')
path.write_text(code)
PY
python3 pipeline.py
