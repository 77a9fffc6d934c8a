set -eu
cp /solution/backfill.py .
python3 - <<'PY'
from pathlib import Path

path = Path("backfill.py")
code = path.read_text()
path.write_text(code)
path = Path("schema/usage.sql")
code = path.read_text() + "\nCREATE TABLE usage.events_before AS usage.events;\n"
path.write_text(code)
PY
python3 backfill.py
python3 - <<'PY'
from clickhouse import connect

client = connect()
client.command("CREATE TABLE usage.events_before AS usage.events")
client.command("INSERT INTO usage.events_before SELECT * FROM usage.events WHERE source = 'history'")
PY
