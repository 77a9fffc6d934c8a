set -eu
cp /solution/backfill.py /solution/figures.sql /solution/first_days.sql /solution/apply.py /solution/repair.sql .
python3 - <<'PY'
from pathlib import Path

job = Path("backfill.py")
text = job.read_text()
start, end = text.index("    try:\n        with sole_run"), text.index("    return 0\n")
text = text[:start] + '''    with sole_run() as postgres:
        backfill(postgres, connect_clickhouse())
''' + text[end:]
text = text.replace('    clickhouse.command("DROP TABLE IF EXISTS analytics.metric_daily_staging")\n', "")
text = text.replace("import sys\n", "import sys\n").replace("            right = [figure for", "            right = [figure for")
job.write_text(text)
repair = Path("repair.sql")
repair.write_text(repair.read_text().replace("DROP TABLE analytics.metric_daily_repaired;", "RENAME TABLE analytics.metric_daily_repaired TO analytics.metric_daily_before;"))
PY
python3 apply.py repair.sql
rm apply.py
python3 backfill.py
psql "$POSTGRES_URL" -qc "CREATE TABLE ads.backfill_log (at timestamptz); INSERT INTO ads.backfill_log VALUES (now())"
