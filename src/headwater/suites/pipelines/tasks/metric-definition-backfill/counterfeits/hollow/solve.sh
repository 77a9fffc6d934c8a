set -eu
cp /solution/backfill.py /solution/figures.sql /solution/first_days.sql /solution/apply.py /solution/repair.sql .
python3 - <<'PY'
from pathlib import Path

figures = Path("figures.sql")
text = figures.read_text()
start = text.index("    count(*) FILTER (WHERE viewable) AS")
end = text.index("FROM judged")
figures.write_text(text[:start] + "    count(*) / 2 AS viewable_impressions,\n    count(*) * 0.0015 AS viewable_spend\n" + text[end:])
repair = Path("repair.sql")
repair.write_text(repair.read_text().replace("SELECT DISTINCT * FROM analytics.metric_daily WHERE definition = 1", "SELECT * FROM analytics.metric_daily WHERE definition = 1"))
PY
python3 apply.py repair.sql
rm apply.py
python3 backfill.py
