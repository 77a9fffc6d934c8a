"""Load the changes to app.sales into analytics.sales: see docs/operations.md.

A run reads the sales changed by transactions that had not ended when the last run began, and replaces the old and new
months of these sales. Reading a change twice is therefore harmless, and the next run makes up for a killed one.
"""

import argparse
import logging
import sys

import connections
import postgres_sales
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from clickhouse_sales import SELECT, Helper, brought_before, held, month, note_run, rows_of
from postgres_sales import NoSalesError, batches, changed_since, demand_sales, oldest_running, sales

LOCK = 4_110_902


def bring_all(postgres: psycopg.Connection, clickhouse: Client) -> int:
    """Load all sales in the first run; return their number."""
    changed = 0
    with Helper(clickhouse) as helper:
        for rows in batches(postgres):
            helper.add(rows)
            changed += len(rows)
        helper.exchange()
    return changed


def bring_changes(postgres: psycopg.Connection, clickhouse: Client, since: int) -> int:
    """Load the changed sales; return how many differed."""
    numbers = changed_since(postgres, since)
    old, new = held(clickhouse, numbers), sales(postgres, numbers)
    changed = {row[0] for row in set(old) ^ set(new)}
    if changed:
        months = sorted({month(row) for row in (*old, *new) if row[0] in changed})
        with Helper(clickhouse) as helper:
            helper.add([row for row in new if row[0] in changed])
            helper.add_others(months, sorted(changed))
            helper.replace(months)
    return len(changed)


def run() -> int:
    clickhouse = connections.clickhouse()
    with connections.postgres() as postgres:
        postgres.autocommit = True
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # until the connection ends
        postgres.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        since = brought_before(clickhouse)
        with postgres.transaction():
            demand_sales(postgres)
            before = oldest_running(postgres)
            is_first = since is None
            changed = bring_all(postgres, clickhouse) if is_first else bring_changes(postgres, clickhouse, since)
        if changed:
            note_run(clickhouse, before)
    return changed


def differing_months() -> list[str]:
    """Return one line per month that differs, with the numbers of sales in ClickHouse and in Postgres."""
    with connections.postgres() as postgres:
        sides = [rows_of(connections.clickhouse(), SELECT), postgres.execute(postgres_sales.SELECT).fetchall()]
    here, there = ({}, {})
    for rows, months in zip(sides, (here, there), strict=True):
        for row in rows:
            months.setdefault(month(row), []).append(row)
    lines = []
    for number in sorted(here.keys() | there.keys()):
        mine, right = here.get(number, []), there.get(number, [])
        if len(mine) != len(right) or set(mine) != set(right):
            lines.append(f"{number // 100}-{number % 100:02} {len(mine)} {len(right)}")
    return lines


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
