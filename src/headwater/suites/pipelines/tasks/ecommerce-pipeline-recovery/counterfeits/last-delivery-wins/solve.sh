set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("figures.py")
code = path.read_text()
code = code.replace("candidates.order_id ORDER BY revision DESC LIMIT 1", "candidates.order_id ORDER BY delivery_id DESC LIMIT 1")
path.write_text(code)
path = Path("pipeline.py")
code = path.read_text()
start, end = code.index("    SELECT DISTINCT (placed_at"), code.index(" WHERE order_id = ANY (%s)")
code = code[:start] + '''    SELECT (placed_at AT TIME ZONE time_zone)::date, shop
    FROM (SELECT DISTINCT ON (order_id) * FROM raw.orders ORDER BY order_id, delivery_id DESC) AS latest JOIN raw.shops USING (shop)
''' + code[end:]
start, end = code.index("    start = first_day(postgres)\n"), code.index('    held = clickhouse.query("SELECT DISTINCT')
code = code[:start] + code[end:]
path.write_text(code)
PY
python3 pipeline.py
python3 pipeline.py --days 2026-01-01 2026-12-31
