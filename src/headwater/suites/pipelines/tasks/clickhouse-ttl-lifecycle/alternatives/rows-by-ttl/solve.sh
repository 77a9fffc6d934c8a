set -eu
cp /alternative/retention.py /alternative/deadlines.sql .
python3 - <<'PY'
from pathlib import Path

path = Path("schema.sql")
text = path.read_text().replace(" TTL loaded_at + INTERVAL 3 YEAR", "")
path.write_text(text.replace("TTL loaded_at + INTERVAL 10 YEAR", "TTL addYears(toStartOfYear(travel_on), 11) WHERE NOT hold"))
PY
python3 retention.py
