set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
python3 - <<'PY'
from pathlib import Path

path = Path("migrations/004_figures_by_region.py")
code = path.read_text()
start = code.index("    moment = client")
code = code[:start] + """    client.command(VIEW.format(region="e.region"))
    time.sleep(SETTLE_SEC)
    client.command(MOVE, parameters={"moment": "2100-01-01 00:00:00"})
"""
path.write_text(code)
PY
python3 migrate.py
