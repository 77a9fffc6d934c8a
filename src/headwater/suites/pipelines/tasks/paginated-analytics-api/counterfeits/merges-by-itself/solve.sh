set -eu
cp /solution/server.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace('''    Server(("0.0.0.0", PORT)''', '''    database().command("OPTIMIZE TABLE audit.events FINAL")
    Server(("0.0.0.0", PORT)''')
path.write_text(code)
PY
python3 - <<'PY'
from clickhouse import connect

client = connect()
client.command("ALTER TABLE audit.events MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 161061273600")
client.command("OPTIMIZE TABLE audit.events FINAL")
PY
