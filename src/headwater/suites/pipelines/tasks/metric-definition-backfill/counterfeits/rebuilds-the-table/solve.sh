set -eu
cp /solution/backfill.py /solution/figures.sql /solution/first_days.sql /solution/apply.py /solution/repair.sql .
python3 - <<'PY'
from pathlib import Path

job = Path("backfill.py")
text = job.read_text()
start, end = text.index("    for metric, month in sorted(partitions):"), text.index("def backfill(")
text = text[:start] + '''    clickhouse.insert("analytics.metric_daily_staging", kept, column_names=COLUMNS)
    clickhouse.command("EXCHANGE TABLES analytics.metric_daily AND analytics.metric_daily_staging")


''' + text[end:]
text = text.replace("        if key.partition in partitions\n", "").replace("    partitions = {key.partition for key in changed}\n", "")
text = text.replace("    if changed:\n        write(clickhouse, wanted, changed)", "    write(clickhouse, wanted, changed)")
text = text.replace("wanted: Figures, changed: set[Key]", "wanted: Figures").replace("write(clickhouse, wanted, changed)", "write(clickhouse, wanted)")
text = text.replace("    rows = [\n", '''    others = PRESENT.replace("IN {", "NOT IN {")
    kept = clickhouse.query(others, parameters={"metrics": list(METRICS)}).result_rows
    rows = [
''', 1)
job.write_text(text)
PY
python3 apply.py repair.sql
rm apply.py
python3 backfill.py
