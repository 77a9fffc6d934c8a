set -eu
cp /solution/consume.py /solution/dead_letters.py /solution/topics.toml .
sed -i 's/^| `stock-moves` .*/&\n| `parcel-scans` | `parcel-scans.dlq` | delivery |/' docs/dead-letters.md
cat > scans.py <<'PY'
"""Parse a message of the topic parcel-scans; docs/parcel-scans.md describes them."""

import json
from datetime import datetime
from pathlib import Path

COLUMNS = ["scan_id", "parcel", "carrier", "status", "weight_g", "scanned_at", "recipient"]
CARRIERS = json.loads(Path(__file__).with_name("carriers.json").read_text())


class BrokenScanError(Exception):
    """A message cannot be parsed."""


def read_scan(payload: bytes | None) -> list[object]:
    """Return the row of a scan."""
    try:
        scan = json.loads((payload or b"").decode())
        row = [
            scan["scan_id"],
            scan["parcel"],
            CARRIERS[scan["carrier"]],
            scan["status"],
            int(scan["weight_g"]),
            datetime.fromisoformat(scan["scanned_at"]),
            scan.get("recipient"),
        ]
    except (ValueError, TypeError, KeyError) as error:
        raise BrokenScanError(f"it cannot be read: {error}") from error
    if not all(row[:4]):
        raise BrokenScanError("a value is empty")
    return row
PY
python3 tools/topics.py
python3 consume.py
