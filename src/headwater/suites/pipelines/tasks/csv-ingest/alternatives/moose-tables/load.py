"""Load all files in exports/ into analytics.events, each event once; see README.md."""

import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from clickhouse_connect import get_client
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from moose_lib import InsertOptions
from moose_lib.config.runtime import RuntimeClickHouseConfig, config_registry
from pydantic import ValidationError
from records import COLUMNS, read_records
from tables import Event, RejectedRow, events, rejected_rows

HERE = Path(__file__).parent
BATCH = 25_000
VALIDATED = InsertOptions(validate=False)
# Events never change, so a duplicate can only be in the time range of the new events.
STORED = """
    SELECT event_id FROM analytics.events
    WHERE event_time BETWEEN {first:DateTime('UTC')} AND {last:DateTime('UTC')}
"""


def connect() -> Client:
    """Connect to ClickHouse with the settings from the environment, for this program and for MooseStack's tables."""
    account = {
        "host": os.environ["CLICKHOUSE_HOST"],
        "port": os.environ["CLICKHOUSE_PORT"],
        "username": os.environ["CLICKHOUSE_USER"],
        "password": os.environ["CLICKHOUSE_PASSWORD"],
    }
    config_registry.set_clickhouse_config(RuntimeClickHouseConfig(**account, database="analytics", use_ssl=False))
    return get_client(**account)


def apply_schema(client: Client) -> None:
    """Create the tables if they do not exist."""
    for statement in (HERE / "schema.sql").read_text().split(";\n"):
        if statement.strip():
            client.command(statement)


def reason_of(error: ValidationError) -> str:
    """Describe what is wrong with a row, and name the column."""
    first = error.errors()[0]
    column = first["loc"][0]
    return f"{column} is missing" if first["input"] is None else f"{column}: {first['msg']}"


def valid(path: Path, rejected: list[RejectedRow]) -> Iterator[Event]:
    """Yield the valid events in a file, and append the invalid rows to ``rejected``."""
    for record in read_records(path):
        reason = record.fault
        if not reason:
            try:
                event = Event.model_validate({name: getattr(record, name) for name in COLUMNS})
            except ValidationError as error:
                reason = reason_of(error)
        if reason:
            rejected.append(RejectedRow(file=record.file, line=record.line, reason=reason))
        else:
            yield event


def add_new(client: Client, batch: list[Event]) -> int:
    """Insert the events that are not in the table yet; return how many."""
    times = [event.event_time for event in batch]
    stored = {row[0] for row in client.query(STORED, {"first": min(times), "last": max(times)}).result_rows}
    new = {event.event_id: event for event in reversed(batch) if event.event_id not in stored}
    return events.insert(list(new.values()), VALIDATED).successful


def load(client: Client, path: Path) -> list[RejectedRow]:
    """Insert the new events from a file; return its rejected rows."""
    rejected: list[RejectedRow] = []
    remaining = valid(path, rejected)
    new = 0
    while batch := list(islice(remaining, BATCH)):
        new += add_new(client, batch)
    print(f"{path.name}: {new} new, {len(rejected)} rejected", flush=True)
    return rejected


def main() -> int:
    try:
        client = connect()
        apply_schema(client)
        rejected = [row for path in sorted((HERE / "exports").glob("*.csv")) for row in load(client, path)]
        client.command("TRUNCATE TABLE analytics.rejected_rows")
        rejected_rows.insert(rejected, VALIDATED)
    except KeyError as error:
        print(f"could not load: {error.args[0]} is not set", file=sys.stderr)
        return 1
    except (ClickHouseError, RuntimeError, ValueError) as error:  # moose_lib raises the last two if ClickHouse fails
        print(f"could not load into ClickHouse: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
