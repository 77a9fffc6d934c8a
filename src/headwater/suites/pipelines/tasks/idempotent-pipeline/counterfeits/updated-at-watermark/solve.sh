set -eu
cp /solution/README.md /solution/schema.sql /solution/pipeline.py .
python3 - <<'PY'
from pathlib import Path

pipeline = Path("pipeline.py")
text = pipeline.read_text()
text = text.replace("WHERE row_id > %s AND row_id <> ALL (%s) AND", "WHERE updated_at > %s::timestamptz AND")
text = text.replace("WHERE row_id > %s AND coalesce", "WHERE updated_at > %s::timestamptz AND coalesce")
start, end = text.index("    highest = clickhouse"), text.index("    written = 0")
text = text[:start] + """    clickhouse.command("SELECT 1")
    floor = STATE.read_text() if STATE.exists() else "-infinity"
    latest = postgres.execute("SELECT coalesce(max(updated_at)::text, '-infinity') FROM raw.orders").fetchone()
    STATE.write_text(latest[0] if latest else floor)
""" + text[end:]
text = text.replace("(floor, known)", "(floor,)").replace('BATCH = ', 'STATE = Path(__file__).with_name("watermark.txt")\nBATCH = ')
pipeline.write_text(text)
PY
python3 pipeline.py
