set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
python3 - <<'PY'
from pathlib import Path

path = Path("migrations/002_region_of_events.sql")
code = path.read_text()
whole = "ALTER TABLE ads.events MATERIALIZE COLUMN region SETTINGS mutations_sync = 1;\n"
months = [whole.replace("region ", f"region IN PARTITION {month} ") for month in (202608, 202609)]
path.write_text(code.replace(whole, "\n".join(months)))
PY
python3 migrate.py
