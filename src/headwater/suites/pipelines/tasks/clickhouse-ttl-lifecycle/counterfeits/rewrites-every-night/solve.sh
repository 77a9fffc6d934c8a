set -eu
cp /solution/schema.sql /solution/retention.py .
python3 - <<'PY'
from pathlib import Path

path = Path("retention.py")
text = path.read_text()
text = text.replace("        if due:\n            erase(client, [year for year, _, _ in due])\n", "        erase(client)\n")
text = text.replace("def erase(client: Client, years: list[int])", "def erase(client: Client)").replace("to the partitions of these years", "")
start, end = text.index("    steps = "), text.index("def main")
text = text[:start] + '    client.command("ALTER TABLE rail.bookings MATERIALIZE TTL SETTINGS mutations_sync = 1")\n\n\n' + text[end:]
path.write_text(text)
PY
python3 retention.py
