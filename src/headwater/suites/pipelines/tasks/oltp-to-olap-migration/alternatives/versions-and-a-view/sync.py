"""Append the changes to app.sales to analytics.sale_versions: see docs/operations.md."""

import logging
import sys
import time
from collections import Counter
from datetime import UTC

import connections
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from postgres_sales import COLUMNS, SELECT, NoSalesError, Row, batches, demand_sales, sales

LOCK = 88_120
TIME = COLUMNS.index("sold_at")
# The sales with changes that the snapshot of the last run did not see.
UNSEEN = """
    SELECT sale_id FROM app.{table}
    WHERE changed_in >= pg_snapshot_xmin(%(seen)s::pg_snapshot) AND NOT pg_visible_in_snapshot(changed_in, %(seen)s::pg_snapshot)
"""
CURRENT = f"SELECT {', '.join(COLUMNS)} FROM analytics.sales"


def zoned(rows: list[Row]) -> list[Row]:
    return [(*row[:TIME], row[TIME].replace(tzinfo=UTC), *row[TIME + 1 :]) for row in rows]


def key(row: Row) -> tuple[int, int, int]:
    moment = row[TIME].astimezone(UTC)
    return row[1], row[0], moment.year * 100 + moment.month


def append(clickhouse: Client, new: list[Row], gone: list[Row], version: int) -> None:
    """Append new versions, and tombstones for sales that previously had another key."""
    rows = [[*row, key(row)[2], version, int(is_gone)] for is_gone, some in ((0, new), (1, gone)) for row in some]
    if rows:
        clickhouse.insert("analytics.sale_versions", rows, column_names=[*COLUMNS, "month", "version", "is_gone"])


def bring(postgres: psycopg.Connection, clickhouse: Client) -> int:
    version = time.time_ns()
    now = postgres.execute("SELECT pg_current_snapshot()::text").fetchone()[0]
    demand_sales(postgres)
    seen, runs = clickhouse.query("SELECT argMax(snapshot, run), count() FROM analytics.snapshots").first_row
    if not runs:
        count = 0
        # Rows from a killed first run may have changed since then.
        clickhouse.command("TRUNCATE TABLE analytics.sale_versions")
        for rows in batches(postgres):
            append(clickhouse, rows, [], version)
            count += len(rows)
        clickhouse.command("OPTIMIZE TABLE analytics.sale_versions FINAL")
    else:
        numbers = sorted({
            number for table in ("sales", "sales_deleted")
            for (number,) in postgres.execute(UNSEEN.format(table=table), {"seen": seen})
        })  # fmt: skip
        there = sales(postgres, numbers)
        wanted = set(numbers)
        held = [row for row in zoned(clickhouse.query(CURRENT).result_rows) if row[0] in wanted] if numbers else []
        known = set(held)
        new = [row for row in there if row not in known]
        keys = {key(row) for row in there}
        gone = [row for row in held if key(row) not in keys]
        append(clickhouse, new, gone, version)
        count = len({row[0] for row in (*new, *gone)})
    if count:
        clickhouse.insert("analytics.snapshots", [[version, now]])
    return count


def run() -> int:
    clickhouse = connections.clickhouse()
    with connections.postgres() as postgres:
        postgres.autocommit = True
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        postgres.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        with postgres.transaction():
            print(f"changed={bring(postgres, clickhouse)}")
    return 0


def check() -> int:
    clickhouse = connections.clickhouse()
    with connections.postgres() as postgres:
        there = Counter(postgres.execute(SELECT).fetchall())
    here = Counter(zoned(clickhouse.query(CURRENT).result_rows))
    totals = [Counter(), Counter()]
    for total, rows in zip(totals, (here, there), strict=True):
        for row, times in rows.items():
            total[key(row)[2]] += times
    months = sorted({key(row)[2] for row in (*(here - there), *(there - here))})
    for month in months:
        print(f"{month // 100}-{month % 100:02d}", totals[0][month], totals[1][month])
    if not months:
        print("ok")
    return int(bool(months))


if __name__ == "__main__":
    logging.disable()
    is_check = sys.argv[1:] == ["--check"]
    try:
        sys.exit(check() if is_check else run())
    except (psycopg.Error, ClickHouseError, NoSalesError) as error:
        sys.stderr.write(" ".join(str(error).split())[:250] + "\n")
        sys.exit(2 if is_check else 1)
