"""Load the changes to app.sales into analytics.sales: see docs/operations.md.

A run reads the sales changed by transactions that the snapshot of the last complete run did not see, and writes new
versions of those that differ. Reading a change twice is therefore harmless, and the next run makes up for a killed one.
"""

import argparse
import logging
import sys

import connections
import psycopg
from check import differing_months
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from clickhouse_sales import begin_run, end_run, held, last_snapshot, write
from first_run import bring_first
from postgres_sales import NoSalesError, changed_since, not_closed, sales, snapshot, snapshot_alone


def bring_changes(postgres: psycopg.Connection, client: Client, seen: str) -> int:
    """Load the changed sales; return how many differed."""
    numbers = changed_since(postgres, seen)
    if not numbers:
        return 0
    old, new = {row[0]: row for row in held(client, numbers)}, sales(postgres, numbers)
    changed = [row for row in new if old.get(row[0]) != row]
    # A sale can have been deleted and come back before its month was closed, and a run after that was killed.
    gone = not_closed(postgres, [old[number] for number in old.keys() - {row[0] for row in new}])
    run = begin_run(client)
    write(client, run, changed, gone)
    end_run(client, run, snapshot(postgres))
    return len(changed) + len(gone)


def bring(postgres: psycopg.Connection, client: Client) -> int:
    seen = last_snapshot(client)
    return bring_first(postgres, client) if seen is None else bring_changes(postgres, client, seen)


def run() -> int:
    client = connections.clickhouse()
    with snapshot_alone() as postgres:
        return bring(postgres, client)


def check() -> int:
    lines = differing_months()
    print("\n".join(lines) or "ok")
    return 1 if lines else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Bring the changes of app.sales into analytics.sales.")
    parser.add_argument("--check", action="store_true", help="compare both sides by month, and change nothing")
    is_check = parser.parse_args().check
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)  # the client would log the error a second time
    try:
        if is_check:
            return check()
        print(f"changed={run()}")
    except (psycopg.Error, ClickHouseError, NoSalesError) as error:
        print(f"{type(error).__name__}: {str(error).strip().splitlines()[0][:300]}", file=sys.stderr)
        return 2 if is_check else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
