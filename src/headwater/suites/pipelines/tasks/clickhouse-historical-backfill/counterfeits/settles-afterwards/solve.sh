set -eu
cp /solution/backfill.py .
python3 - <<'PY'
from pathlib import Path

path = Path("backfill.py")
code = path.read_text()
start, end = code.index("    for month, events in"), code.index("    client.command(SETTLE)")
code = code[:start] + '''    for month, events in client.query(CHANGED).result_rows:
        client.command(
            "ALTER TABLE usage.events DELETE WHERE source = 'history' AND toYYYYMM(at) = {month:UInt32} SETTINGS mutations_sync = 1",
            parameters={"month": month},
        )
        for day in range(1, 32):
            client.command(
                f"INSERT INTO usage.events SELECT * FROM {HELPER} WHERE toYYYYMM(at) = {month} AND toDayOfMonth(at) = {day}"
            )
        print(f"{month // 100}-{month % 100:02}: {events} events")
''' + code[end:]
path.write_text(code)
PY
python3 backfill.py
