set -eu
cp /solution/backfill.py /solution/figures.sql /solution/first_days.sql /solution/apply.py /solution/repair.sql .
python3 - <<'PY'
from pathlib import Path

job = Path("backfill.py")
text = job.read_text()
start, end = text.index("    clickhouse.command(\"CREATE OR REPLACE"), text.index("def backfill(")
text = text[:start] + '''    for metric, month in sorted(partitions):
        clickhouse.command(f"ALTER TABLE analytics.metric_daily DROP PARTITION ('{metric}', {month})")
    for first in range(0, len(rows), 100):
        clickhouse.insert("analytics.metric_daily", rows[first : first + 100], column_names=COLUMNS)


''' + text[end:]
text = text.replace('        postgres.execute("SELECT pg_advisory_lock(%s)", (LOCK,))\n', "").replace("LOCK = 5120412\n", "")
job.write_text(text)
PY
python3 apply.py repair.sql
rm apply.py
python3 backfill.py
