"""Load the rows in raw.orders that are not in ClickHouse yet, and build the readers' views with dbt."""

import fcntl
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import clickhouse_connect
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

HERE = Path(__file__).parent
SCHEMA = HERE / "schema.sql"
BATCH = 100_000
OVERLAP = 5_000  # rows can still become visible up to this far below the highest row_id

COLUMNS = ("row_id", "order_id", "customer_id", "status", "currency", "amount", "ordered_at", "updated_at")
# Rows are transferred as text, so that no driver rounds a decimal or shifts a time. They are ordered by row_id, so
# that an interrupted load leaves a prefix, and the highest row_id in the target shows where to continue.
NEW_ROWS = r"""
    COPY (
        SELECT row_id, order_id, customer_id, status, upper(btrim(currency)), amount,
               to_char(ordered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
               to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
        FROM raw.orders
        WHERE row_id > %s AND row_id <> ALL (%s) AND btrim(order_id) <> ''
        ORDER BY row_id
    ) TO STDOUT (FORMAT csv, NULL '\N')
"""
WITHOUT_NUMBER = "SELECT count(*) FROM raw.orders WHERE row_id > %s AND coalesce(btrim(order_id), '') = ''"


class DbtError(Exception):
    """dbt failed; the message gives the reason."""


def connect_clickhouse() -> Client:
    """Connect with the settings from the environment."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )


def apply_schema(clickhouse: Client) -> None:
    """Create the missing tables and views."""
    for statement in SCHEMA.read_text().split(";\n"):
        if statement.strip():
            clickhouse.command(statement)


def in_batches(rows: Iterable[bytes], size: int) -> Iterator[list[bytes]]:
    """Yield lists of at most ``size`` rows."""
    iterator = iter(rows)
    while batch := list(islice(iterator, size)):
        yield batch


def load(postgres: psycopg.Connection, clickhouse: Client) -> tuple[int, int]:
    """Load new rows; return how many rows were written and how many had no order number."""
    highest = clickhouse.query("SELECT max(row_id) FROM analytics.order_versions").first_row[0]
    floor = max(highest - OVERLAP, -1)
    recent = "SELECT row_id FROM analytics.order_versions WHERE row_id > {floor:Int64}"
    known = [row_id for (row_id,) in clickhouse.query(recent, parameters={"floor": floor}).result_rows]
    written = 0
    with postgres.cursor() as cursor:
        with cursor.copy(NEW_ROWS, (floor, known)) as rows:
            for batch in in_batches(rows, BATCH):
                clickhouse.raw_insert(
                    "analytics.order_versions", column_names=COLUMNS, insert_block=b"".join(batch), fmt="CSV"
                )
                written += len(batch)
        skipped = cursor.execute(WITHOUT_NUMBER, (floor,)).fetchone()
    return written, skipped[0] if skipped else 0


@contextmanager
def alone() -> Iterator[None]:
    """Hold a lock, so that concurrent runs on a machine build one after the other."""
    folder = os.open(HERE, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def build() -> None:
    """Build the models with dbt, which writes its logs and compiled files to a temporary folder."""
    with alone(), tempfile.TemporaryDirectory() as scratch:
        command = ["dbt", "--quiet", "--no-use-colors", "--log-path", scratch, "run", "--target-path", scratch]
        command += ["--project-dir", str(HERE / "warehouse")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise DbtError(" ".join(done.stdout.split())[-300:])


def main() -> int:
    """Run the pipeline once."""
    try:
        clickhouse = connect_clickhouse()
        apply_schema(clickhouse)
        with psycopg.connect(os.environ["POSTGRES_URL"], connect_timeout=10) as postgres:
            postgres.read_only = True
            written, skipped = load(postgres, clickhouse)
        build()
    except psycopg.Error as error:
        print(f"Postgres: {error}", file=sys.stderr)
        return 1
    except ClickHouseError as error:
        print(f"ClickHouse: {error}", file=sys.stderr)
        return 1
    except DbtError as error:
        print(f"dbt: {error}", file=sys.stderr)
        return 1
    print(f"written={written} skipped={skipped}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
