set -eu
cp /solution/backfill.py .
python3 - <<'PY'
from pathlib import Path

path = Path("backfill.py")
code = path.read_text()
start, end = code.index("    for month, events in"), code.index("    client.command(DROP)\n\n\ndef main")
code = code[:start] + '''    client.command("ALTER TABLE usage.events DELETE WHERE source = 'history' SETTINGS mutations_sync = 1")
    client.command(f"INSERT INTO usage.events SELECT * FROM {HELPER}")
''' + code[end:]
path.write_text(code)
PY
python3 backfill.py
