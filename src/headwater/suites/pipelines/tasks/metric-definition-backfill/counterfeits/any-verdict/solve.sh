set -eu
cp /solution/backfill.py /solution/figures.sql /solution/first_days.sql /solution/apply.py /solution/repair.sql .
python3 - <<'PY'
from pathlib import Path

figures = Path("figures.sql")
text = figures.read_text()
start, end = text.index("    SELECT DISTINCT ON"), text.index("),\njudged")
figures.write_text(text[:start] + "    SELECT DISTINCT impression_id, verdict FROM ads.traffic_verdicts WHERE verdict = 'invalid'\n" + text[end:])
PY
python3 apply.py repair.sql
rm apply.py
python3 backfill.py
