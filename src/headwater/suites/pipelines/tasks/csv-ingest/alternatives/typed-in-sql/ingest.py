"""Load all files in exports/ into analytics.events, each event once; see README.md."""

import os
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from records import Record, read_records

HERE = Path(__file__).parent
BATCH = 50_000
RAW_ROWS = """
    CREATE TEMPORARY TABLE raw_rows (
        file String, line UInt32, fault String, event_id String, event_time String, gym String, member_id String,
        event_type String, amount String, note String
    ) ENGINE = MergeTree ORDER BY (file, line)
"""
COUNTS = """
    SELECT file, sum(is_new), sum(1 - is_new)
    FROM (
        SELECT file, 1 AS is_new FROM new_events
        UNION ALL
        SELECT file, 0 FROM analytics.rejected_rows
    )
    GROUP BY file
"""


def connect() -> Client:
    """Connect to ClickHouse with the settings from the environment; the session keeps the temporary tables."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )


def run_script(client: Client, name: str) -> None:
    """Run the statements in a file, each of which ends with a semicolon and a newline."""
    for statement in (HERE / name).read_text().split(";\n"):
        if statement.strip():
            client.command(statement)


def stage(client: Client, records: Iterable[Record]) -> None:
    """Insert the rows from all files as text, for load.sql."""
    client.command(RAW_ROWS)
    remaining = iter(records)
    while batch := list(islice(remaining, BATCH)):
        client.insert("raw_rows", batch, column_names=Record._fields)


def report(client: Client, files: Iterable[Path]) -> None:
    """Print the counts for each file."""
    counts = {file: (new, rejected) for file, new, rejected in client.query(COUNTS).result_rows}
    for path in files:
        new, rejected = counts.get(path.name, (0, 0))
        print(f"{path.name}: {new} new, {rejected} rejected")


def main() -> int:
    files = sorted((HERE / "exports").glob("*.csv"))
    try:
        client = connect()
        run_script(client, "schema.sql")
        stage(client, (record for path in files for record in read_records(path)))
        run_script(client, "load.sql")
        report(client, files)
    except KeyError as error:
        print(f"could not load: {error.args[0]} is not set", file=sys.stderr)
        return 1
    except ClickHouseError as error:
        print(f"could not load into ClickHouse: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
