set -eu
cp /solution/backfill.py /solution/figures.sql /solution/first_days.sql /solution/apply.py /solution/repair.sql .
python3 - <<'PY'
from pathlib import Path

job = Path("backfill.py")
text = job.read_text()
text = text.replace("right[:1] or [Figure(values[key], DEFINITION, now)]", "[Figure(values[key], DEFINITION, now)]")
text = text.replace("            right = [figure for figure in old if (figure.value, figure.definition) == (values[key], DEFINITION)]\n", "")
text = text.replace('''    if rows:
        clickhouse.insert("analytics.metric_daily_staging", rows, column_names=COLUMNS)
''', '''    for day in sorted({row[2] for row in rows}):
        of_day = [row for row in rows if row[2] == day]
        clickhouse.insert("analytics.metric_daily_staging", of_day, column_names=COLUMNS)
''')
text = text.replace('''    values = {}
    for campaign, day, *pair in postgres.execute((HERE / "figures.sql").read_text()):
        for''', '''    values = {}
    query = (HERE / "figures.sql").read_text().replace("WHERE day >=", "WHERE extract(month FROM day) = %s AND day >=")
    for campaign, day, *pair in [row for month in range(1, 13) for row in postgres.execute(query, (month,)).fetchall()]:
        for''')
text = text.replace("return self.metric, self.day.year * 100 + self.day.month", "return self.metric, 0")
text = text.replace("REPLACE PARTITION ({metric:String}, {month:UInt32})", "REPLACE PARTITION {metric:String}")
job.write_text(text)
repair = Path("repair.sql")
text = repair.read_text()
text = text.replace("PARTITION BY (metric, toYYYYMM(day)) ORDER BY (metric, campaign_id, day)", "PARTITION BY metric ORDER BY tuple()")
repair.write_text(text)
PY
python3 apply.py repair.sql
rm apply.py
python3 backfill.py
