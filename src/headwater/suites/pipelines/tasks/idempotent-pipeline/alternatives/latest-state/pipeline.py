"""Bring new rows of raw.orders into ClickHouse; README.md says how this is operated."""

import sys

import psycopg
import source
from clickhouse_connect.driver.exceptions import ClickHouseError
from target import Target

BEHIND = 5_000  # a number becomes visible at most this far behind the highest one
PORTION = 50_000


def load(target: Target) -> tuple[int, int]:
    """Load what is new; return how many rows were written, and how many belong to no order."""
    floor = target.highest() - BEHIND
    loaded = target.loaded_after(floor)
    written = skipped = 0
    portion: list[source.Row] = []
    with source.connect() as connection:
        for row in source.rows_after(connection, floor):
            if row.without_number:
                skipped += 1
            elif row.row_id not in loaded:
                portion.append(row)
            if len(portion) == PORTION:
                target.store(portion)
                written += len(portion)
                portion = []
    if portion:
        target.store(portion)
    return written + len(portion), skipped


def main() -> int:
    try:
        target = Target()
        target.create()
        written, skipped = load(target)
    except psycopg.Error as error:
        return fail("Postgres", error)
    except ClickHouseError as error:
        return fail("ClickHouse", error)
    print(f"written={written} skipped={skipped}")
    return 0


def fail(engine: str, error: Exception) -> int:
    """Print one message about an engine that failed; return the exit code."""
    reason = " ".join(str(error).split())
    print(f"{engine} failed, and the next run makes up for it: {reason}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
