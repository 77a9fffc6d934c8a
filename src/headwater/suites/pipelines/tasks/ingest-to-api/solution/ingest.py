"""Load changes from Postgres into ClickHouse: see docs/operations.md."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

SCHEMA = Path(__file__).with_name("schema.sql")
EPOCH = datetime.fromtimestamp(0, UTC)
BATCH = 20_000
OVERLAP = timedelta(minutes=5)
"""How far the `updated_at` of a newly committed row can be behind that of rows already loaded."""


@dataclass(frozen=True)
class Source:
    """A table to load and its query, whose first column is the key and whose last column is `updated_at`."""

    table: str
    columns: tuple[str, ...]
    sql: str


PLAYS = Source(
    "analytics.plays",
    ("play_id", "show_id", "started_at", "episode_id", "listener_id", "position_sec", "duration_sec", "updated_at"),
    """
    SELECT play_id, show_id, started_at, episode_id, listener_id, position_sec, duration_sec, updated_at
    FROM app.plays JOIN app.episodes USING (episode_id)
    WHERE updated_at >= %s ORDER BY updated_at
    """,
)
LISTENERS = Source(
    "analytics.listeners",
    ("listener_id", "counts", "updated_at"),
    """
    SELECT listener_id, (NOT is_bot AND left_at IS NULL)::int, updated_at
    FROM app.listeners WHERE updated_at >= %s ORDER BY updated_at
    """,
)


def micros(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(microseconds=1)


def bring(postgres: psycopg.Connection, client: Client, source: Source) -> int:
    """Insert the new or changed rows from a source; return how many."""
    latest = int(client.command(f"SELECT max(toUnixTimestamp64Micro(updated_at)) FROM {source.table}"))
    since = max(EPOCH, EPOCH + timedelta(microseconds=latest) - OVERLAP)
    there = set(
        client.query(
            f"SELECT {source.columns[0]}, toUnixTimestamp64Micro(updated_at) FROM {source.table}"
            " WHERE updated_at >= fromUnixTimestamp64Micro({since:Int64})",
            {"since": micros(since)},
        ).result_rows
    )
    count = 0
    with postgres.cursor(name="changes") as cursor:
        cursor.itersize = BATCH
        cursor.execute(source.sql, [since])
        while rows := cursor.fetchmany(BATCH):
            if new := [row for row in rows if (row[0], micros(row[-1])) not in there]:
                client.insert(source.table, new, column_names=list(source.columns))
                count += len(new)
    return count


def run() -> tuple[int, int]:
    """Load plays and listeners; return how many rows of each were loaded."""
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    for statement in SCHEMA.read_text().split(";\n"):
        if statement.strip():
            client.command(statement)
    with psycopg.connect(os.environ["POSTGRES_URL"]) as postgres:
        listeners = bring(postgres, client, LISTENERS)
        return bring(postgres, client, PLAYS), listeners


def main() -> int:
    try:
        plays, listeners = run()
    except psycopg.Error as error:
        print(f"Postgres failed: {type(error).__name__}", file=sys.stderr)
        return 1
    except ClickHouseError as error:
        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"plays={plays} listeners={listeners}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
