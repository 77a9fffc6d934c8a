"""Load all files in exports/ into analytics.events, each event once; see README.md."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from records import Record, read_records

HERE = Path(__file__).parent
BATCH = 50_000
RAW_ROWS = """
    CREATE TABLE ingest.raw_rows (
        file String, line UInt32, fault String, event_id String, event_time String, gym String, member_id String,
        event_type String, amount String, note String
    ) ENGINE = MergeTree ORDER BY (file, line)
"""
COUNTS = """
    SELECT file, sum(is_new), sum(1 - is_new)
    FROM (
        SELECT file, 1 AS is_new FROM ingest.new_events
        UNION ALL
        SELECT file, 0 FROM analytics.rejected_rows
    )
    GROUP BY file
"""


class DbtError(Exception):
    """dbt failed; the message gives the reason."""


def connect() -> Client:
    """Connect to ClickHouse with the settings from the environment."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )


def apply_schema(client: Client) -> None:
    """Run the statements in schema.sql, each of which ends with a semicolon and a newline."""
    for statement in (HERE / "schema.sql").read_text().split(";\n"):
        if statement.strip():
            client.command(statement)


@contextmanager
def staging(client: Client) -> Iterator[None]:
    """Provide a temporary staging database; drop one that an interrupted run left behind."""
    client.command("DROP DATABASE IF EXISTS ingest")
    client.command("CREATE DATABASE ingest")
    try:
        yield
    finally:
        client.command("DROP DATABASE ingest")


def stage(client: Client, records: Iterable[Record]) -> None:
    """Insert the rows from all files as text, for dbt."""
    client.command(RAW_ROWS)
    remaining = iter(records)
    while batch := list(islice(remaining, BATCH)):
        client.insert("ingest.raw_rows", batch, column_names=Record._fields)


def build() -> None:
    """Build the models with dbt, which writes its logs and compiled files to a temporary folder."""
    with tempfile.TemporaryDirectory() as scratch:
        command = ["dbt", "--quiet", "--no-use-colors", "--log-path", scratch, "run", "--target-path", scratch]
        command += ["--project-dir", str(HERE / "warehouse")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise DbtError(" ".join(done.stdout.split())[-300:])


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
        apply_schema(client)
        with staging(client):
            stage(client, (record for path in files for record in read_records(path)))
            build()
            report(client, files)
    except KeyError as error:
        print(f"could not load: {error.args[0]} is not set", file=sys.stderr)
        return 1
    except (ClickHouseError, DbtError) as error:
        print(f"could not load into ClickHouse: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
