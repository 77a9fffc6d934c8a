"""Load all files in exports/ into analytics.events, each event once; see README.md."""

import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from parsing import COLUMNS, Event, Rejected, read_export

HERE = Path(__file__).parent
BATCH = 25_000
# Events never change, so a duplicate can only be in the time range of the new events.
ADD_NEW = """
    INSERT INTO analytics.events
    SELECT * FROM incoming
    WHERE event_id NOT IN (
        SELECT event_id FROM analytics.events
        WHERE event_time BETWEEN (SELECT min(event_time) FROM incoming) AND (SELECT max(event_time) FROM incoming)
    )
    LIMIT 1 BY event_id
"""


def connect() -> Client:
    """Connect to ClickHouse with the settings from the environment; the session keeps the temporary table."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )


def prepare(client: Client) -> None:
    """Create the tables if they do not exist."""
    for statement in (HERE / "schema.sql").read_text().split(";\n"):
        if statement.strip():
            client.command(statement)
    client.command("CREATE TEMPORARY TABLE incoming AS analytics.events ENGINE = Memory")


def batches(path: Path, rejected: list[Rejected]) -> Iterator[list[Event]]:
    """Yield the events in a file in batches, and append its invalid rows to ``rejected``."""

    def events() -> Iterator[Event]:
        for row in read_export(path):
            if isinstance(row, Event):
                yield row
            else:
                rejected.append(row)

    remaining = events()
    while batch := list(islice(remaining, BATCH)):
        yield batch


def load(client: Client, path: Path) -> list[Rejected]:
    """Insert the new events from a file; return its rejected rows."""
    rejected: list[Rejected] = []
    new = 0
    for batch in batches(path, rejected):
        client.command("TRUNCATE TABLE incoming")
        client.insert("incoming", batch, column_names=COLUMNS)
        new += client.command(ADD_NEW).written_rows
    print(f"{path.name}: {new} new, {len(rejected)} rejected")
    return rejected


def replace_rejected(client: Client, rejected: list[Rejected]) -> None:
    """Replace all rows in the table of rejected rows with those from the current files."""
    client.command("TRUNCATE TABLE analytics.rejected_rows")
    if rejected:
        client.insert("analytics.rejected_rows", rejected, column_names=Rejected._fields)


def main() -> int:
    try:
        client = connect()
        prepare(client)
        rejected = [row for path in sorted((HERE / "exports").glob("*.csv")) for row in load(client, path)]
        replace_rejected(client, rejected)
    except KeyError as error:
        print(f"could not load: {error.args[0]} is not set", file=sys.stderr)
        return 1
    except ClickHouseError as error:
        print(f"could not load into ClickHouse: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
