"""Load all files in exports/ into analytics.events, each event once; see README.md."""

import sys
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path

from clickhouse import ClickHouseError, execute, insert
from parsing import Event, Rejected, read_export

HERE = Path(__file__).parent
BATCH = 25_000
STORED = """
    SELECT event_id FROM analytics.events
    WHERE event_time BETWEEN {first:DateTime('UTC')} AND {last:DateTime('UTC')}
"""


def run_schema() -> None:
    """Create the tables if they do not exist."""
    for statement in (HERE / "schema.sql").read_text().split(";\n"):
        if statement.strip():
            execute(statement)


def as_text(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M:%S}"


def only_new(events: list[Event]) -> list[Event]:
    """Remove duplicates and stored events. Events never change, so a stored event has the same time."""
    times = [event.event_time for event in events]
    stored = {row[0] for row in execute(STORED, first=as_text(min(times)), last=as_text(max(times)))}
    by_id = {event.event_id: event for event in reversed(events)}
    return [event for event in by_id.values() if event.event_id not in stored]


def as_row(event: Event) -> dict[str, object]:
    amount = None if event.amount is None else str(event.amount)
    return event._asdict() | {"event_time": as_text(event.event_time), "amount": amount}


def load(path: Path) -> list[Rejected]:
    """Insert the new events from a file; return its rejected rows."""
    rejected: list[Rejected] = []
    written = 0

    def events() -> Iterator[Event]:
        for row in read_export(path):
            if isinstance(row, Event):
                yield row
            else:
                rejected.append(row)

    remaining = events()
    while batch := list(islice(remaining, BATCH)):
        if new := only_new(batch):
            insert("events", map(as_row, new))
            written += len(new)
    print(f"{path.name}: {written} new, {len(rejected)} rejected")
    return rejected


def replace_rejected(rejected: list[Rejected]) -> None:
    """Replace the table of rejected rows atomically, so that readers never see a partial one."""
    execute("CREATE OR REPLACE TABLE analytics.rejected_rows_next AS analytics.rejected_rows")
    if rejected:
        insert("rejected_rows_next", (row._asdict() for row in rejected))
    execute("EXCHANGE TABLES analytics.rejected_rows AND analytics.rejected_rows_next")
    execute("DROP TABLE analytics.rejected_rows_next SYNC")


def main() -> int:
    try:
        run_schema()
        replace_rejected([row for path in sorted((HERE / "exports").glob("*.csv")) for row in load(path)])
    except KeyError as error:
        print(f"could not load: {error.args[0]} is not set", file=sys.stderr)
        return 1
    except ClickHouseError as error:
        print(f"could not load into ClickHouse: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
