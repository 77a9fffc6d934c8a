"""Load events of the mobile apps that are in archive/ and not yet in ClickHouse. Cron starts it every night."""

import gzip
import hashlib
import json
import sys
from datetime import datetime
from pathlib import Path

import clickhouse_connect.driver.exceptions
import connections
import psycopg
from files import clean_event
from matching import Matcher, Tokens

ARCHIVE = Path(__file__).parent / "archive"
COLUMNS = ("event_id", "account_id", "at", "kind", "properties")


def read_archive(matcher: Matcher) -> list[tuple]:
    """Return the events of all archives, without erased people. Damaged archives differ from the manifest."""
    manifest_path = ARCHIVE / "manifest.json"
    manifest = json.loads(manifest_path.read_text())
    before = dict(manifest)
    events = []
    for path in sorted(ARCHIVE.glob("*.jsonl.gz")):
        packed = path.read_bytes()
        lines = gzip.decompress(packed).decode().splitlines()
        found = {"lines": len(lines), "sha256": hashlib.sha256(packed).hexdigest()}
        if manifest.setdefault(path.name, found) != found:
            sys.exit(f"{path.name} is not the file of the manifest")
        kept = [clean_event(line, matcher)[0] for line in lines]
        events += [read_event(json.loads(line)) for line in kept if line]
    if manifest != before:
        manifest_path.write_text(json.dumps(manifest, indent=2) + "\n")
    return events


def read_event(event: dict) -> tuple:
    """Return an event as a row."""
    at = datetime.fromisoformat(event["at"].replace("Z", "+00:00"))
    properties = json.dumps(event["properties"], ensure_ascii=False)
    return event["event_id"], event["account_id"], at, event["kind"], properties


def load() -> int:
    """Load the events that are missing, and return how many these were."""
    with connections.postgres() as postgres:
        exists = postgres.execute("SELECT to_regclass('privacy.erased')").fetchone()[0]
        if exists is None:
            sys.exit("run erase.py first")
        matcher = Matcher(Tokens(postgres))
    clickhouse = connections.clickhouse()
    events = {event[0]: event for event in read_archive(matcher)}
    sql = "SELECT event_id FROM analytics.events WHERE event_id IN {ids:Array(UInt64)}"
    existing = {row[0] for row in clickhouse.query(sql, parameters={"ids": list(events)}).result_rows}
    rows = [event for event_id, event in events.items() if event_id not in existing]
    if rows:
        clickhouse.insert("analytics.events", rows, COLUMNS)
    return len(rows)


def main() -> int:
    try:
        loaded = load()
    except psycopg.OperationalError as error:
        print(f"Postgres cannot be reached: {type(error).__name__}", file=sys.stderr)
        return 1
    except clickhouse_connect.driver.exceptions.OperationalError as error:
        print(f"ClickHouse cannot be reached: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"loaded={loaded}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
