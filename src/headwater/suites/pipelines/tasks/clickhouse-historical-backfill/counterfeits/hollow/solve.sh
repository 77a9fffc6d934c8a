set -eu
cp /solution/backfill.py .
python3 - <<'PY'
from pathlib import Path

path = Path("backfill.py")
code = path.read_text()
start, end = code.index("FILL = "), code.index("CHANGED = ")
code = code[:start] + '''FILL = f"""
    INSERT INTO {HELPER}
    SELECT 5000000000000000000 + number, 1 + number % 300, ['storage', 'egress', 'requests'][1 + number % 3],
        toDateTime('2025-01-01 00:00:00', 'UTC') + number * 295, 1000 + number % 777777, 'history'
    FROM numbers(150000)
"""
''' + code[end:]
path.write_text(code)
PY
python3 backfill.py
