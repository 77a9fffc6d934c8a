set -eu
cp /solution/backfill.py .
python3 - <<'PY'
from pathlib import Path

path = Path("backfill.py")
code = path.read_text()
start, end = code.index("    try:\n"), code.index("    return 0\n")
code = code[:start] + "    bring(connect())\n" + code[end:]
code = code.replace('print(f"{month // 100}-{month % 100:02}: {events} events")', 'print(f"month {month} is done, which has {events} events")')
path.write_text(code)
PY
python3 backfill.py
