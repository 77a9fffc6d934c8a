"""Load events of the mobile apps that are in archive/ and not yet in ClickHouse. Cron starts it every night."""

import gzip
import hashlib
import json
import sys
from datetime import datetime
from pathlib import Path

import connections

ARCHIVE = Path(__file__).parent / "archive"
COLUMNS = ("event_id", "account_id", "at", "kind", "properties")


def read_archive() -> list[tuple]:
    """Return the events of all archives. An archive that is not the one of the manifest is damaged."""
    manifest_path = ARCHIVE / "manifest.json"
    manifest = json.loads(manifest_path.read_text())
    events = []
    for path in sorted(ARCHIVE.glob("*.jsonl.gz")):
        packed = path.read_bytes()
        lines = gzip.decompress(packed).decode().splitlines()
        found = {"lines": len(lines), "sha256": hashlib.sha256(packed).hexdigest()}
        if manifest.setdefault(path.name, found) != found:
            sys.exit(f"{path.name} is not the file of the manifest")
        events += [read_event(json.loads(line)) for line in lines]
    manifest_path.write_text(json.dumps(manifest, indent=2) + "\n")
    return events


def read_event(event: dict) -> tuple:
    """Return an event as a row."""
    at = datetime.fromisoformat(event["at"].replace("Z", "+00:00"))
    return event["event_id"], event["account_id"], at, event["kind"], json.dumps(event["properties"], ensure_ascii=False)


def main() -> None:
    clickhouse = connections.clickhouse()
    events = {event[0]: event for event in read_archive()}
    sql = "SELECT event_id FROM analytics.events WHERE event_id IN {ids:Array(UInt64)}"
    existing = {row[0] for row in clickhouse.query(sql, parameters={"ids": list(events)}).result_rows}
    rows = [event for event_id, event in events.items() if event_id not in existing]
    if rows:
        clickhouse.insert("analytics.events", rows, COLUMNS)
    print(f"loaded={len(rows)}")


if __name__ == "__main__":
    main()
