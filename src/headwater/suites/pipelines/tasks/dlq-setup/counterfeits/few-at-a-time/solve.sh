set -eu
cp /solution/consume.py /solution/scans.py /solution/dead_letters.py /solution/topics.toml .
sed -i 's/^| `stock-moves` .*/&\n| `parcel-scans` | `parcel-scans.dlq` | delivery |/' docs/dead-letters.md
python3 - <<'PY'
from pathlib import Path

path = Path("consume.py")
code = path.read_text()
code = code.replace(
    '    if rows:\n        clickhouse.insert("shop.parcel_scans", rows, column_names=COLUMNS)',
    "    for first in range(0, len(rows), 25):\n"
    '        clickhouse.insert("shop.parcel_scans", rows[first : first + 25], column_names=COLUMNS)',
)
path.write_text(code)
path = Path("dead_letters.py")
path.write_text(path.read_text().replace("        self._producer.poll(0)\n", "        self._producer.flush(TIMEOUT_SEC)\n"))
PY
python3 tools/topics.py
python3 consume.py
