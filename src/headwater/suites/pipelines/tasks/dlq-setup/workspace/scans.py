"""Parse the messages in the topic parcel-scans, which docs/parcel-scans.md describes."""

import json
from datetime import datetime
from pathlib import Path

COLUMNS = ["scan_id", "parcel", "carrier", "status", "weight_g", "scanned_at", "recipient"]
CARRIERS = json.loads(Path(__file__).with_name("carriers.json").read_text())


def read_scan(payload: bytes) -> list[object]:
    """Return the row for a scan."""
    scan = json.loads(payload)
    return [
        scan["scan_id"],
        scan["parcel"],
        CARRIERS[scan["carrier"]],
        scan["status"],
        scan["weight_g"],
        datetime.fromisoformat(scan["scanned_at"]),
        scan.get("recipient"),
    ]
