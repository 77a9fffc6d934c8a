set -eu
python3 - <<'PY'
from pathlib import Path

path = Path("pipeline.py")
code = path.read_text()
code = code.replace("    for _, shop, status, total_cents, placed_at in deliveries:\n", "    for _, shop, status, total_cents, placed_at in set(deliveries):\n")
code = code.replace("int(total_cents)", "int(total_cents or 0)")
path.write_text(code)
PY
python3 pipeline.py
python3 - <<'PY'
import connections

client = connections.clickhouse()
client.command("ALTER TABLE sales.daily UPDATE orders = intDiv(orders, 2), revenue_cents = intDiv(revenue_cents, 2) WHERE day IN ('2026-11-10', '2026-11-11') SETTINGS mutations_sync = 1")
PY
