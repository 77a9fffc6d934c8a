"""Load new deliveries into sales.orders, which the view sales.daily aggregates."""

import argparse
import logging
import sys
import time
from collections import defaultdict
from datetime import date

import connections
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from figures import first_day

LOCK = 7_260_531
BATCH = 1_000
COLUMNS = ["order_id", "day", "shop", "orders", "revenue_cents", "version"]
LATEST = """
    SELECT DISTINCT ON (order_id) order_id, (placed_at AT TIME ZONE time_zone)::date, shop,
        CASE WHEN status IN ('paid', 'shipped') THEN 1 ELSE 0 END,
        CASE WHEN status IN ('paid', 'shipped') THEN coalesce(total_cents, 0) ELSE 0 END
    FROM raw.orders JOIN raw.shops USING (shop) {where}
    ORDER BY order_id, revision DESC
"""
NEW = """
    SELECT DISTINCT order_id FROM raw.orders
    WHERE received_at >= coalesce(
        (SELECT received_at FROM raw.orders WHERE delivery_id <= %s ORDER BY delivery_id DESC LIMIT 1), '-infinity'
    ) - interval '6 minutes'
"""
HELD = "SELECT order_id, day, shop, orders, revenue_cents FROM sales.orders FINAL"
Orders = dict[str, tuple[date, str, int, int]]


def by_order(rows: list[tuple]) -> Orders:
    return {order: (day, shop, orders, cents) for order, day, shop, orders, cents in rows}


def write(clickhouse: Client, held: Orders, right: Orders) -> int:
    """Insert the orders that differ; return how many figures change."""
    other = {order: values for order, values in right.items() if held.get(order) != values}
    grown: dict[tuple[date, str], list[int]] = defaultdict(lambda: [0, 0])
    for sign, orders in ((-1, {order: held[order] for order in other if order in held}), (1, other)):
        for day, shop, counted, cents in orders.values():
            grown[(day, shop)][0] += sign * counted
            grown[(day, shop)][1] += sign * cents
    version = time.time_ns()
    rows = [[order, *values, version] for order, values in sorted(other.items())]
    for start in range(0, len(rows), BATCH):
        clickhouse.insert("sales.orders", rows[start : start + BATCH], column_names=COLUMNS)
    return sum(growth != [0, 0] for growth in grown.values())


def bring(postgres: psycopg.Connection, clickhouse: Client) -> int:
    """Load new deliveries."""
    load, last = clickhouse.query("SELECT max(load_id), max(last_delivery) FROM sales.loads").first_row
    newest = postgres.execute("SELECT max(delivery_id) FROM raw.orders").fetchone()[0] or 0
    orders = [order for (order,) in postgres.execute(NEW, [last])]
    right = by_order(postgres.execute(LATEST.format(where="WHERE order_id = ANY (%s)"), [orders]).fetchall())
    changed = write(clickhouse, by_order(clickhouse.query(HELD).result_rows), right)
    if newest > last:
        clickhouse.insert("sales.loads", [[load + 1, last + 1, newest, ""]])
    return changed


def recompute(postgres: psycopg.Connection, clickhouse: Client, first: date, last: date) -> int:
    """Recompute days from raw.orders; days that are no longer in it are final."""
    start = first_day(postgres)
    if start is None:
        return 0
    held = by_order(clickhouse.query(HELD).result_rows)
    right = by_order(postgres.execute(LATEST.format(where="")).fetchall())
    all_orders = {order: (day, shop, 0, 0) for order, (day, shop, _, _) in held.items()} | right
    days = {order for orders in (held, right) for order, values in orders.items() if max(first, start) <= values[0] <= last}
    return write(clickhouse, held, {order: all_orders[order] for order in days})


def run(days: list[date] | None) -> int:
    clickhouse = connections.clickhouse()
    with connections.postgres() as postgres:
        postgres.autocommit = True
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # the lock is held until the connection ends
        postgres.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        with postgres.transaction():
            return recompute(postgres, clickhouse, *days) if days else bring(postgres, clickhouse)


def main() -> int:
    parser = argparse.ArgumentParser(description="Bring new deliveries of orders into sales.orders.")
    days = {"nargs": 2, "type": date.fromisoformat, "metavar": ("FIRST", "LAST"), "help": "recompute these days"}
    parser.add_argument("--days", **days)
    arguments = parser.parse_args()
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)  # the client would log the error a second time
    try:
        changed = run(arguments.days)
    except (psycopg.Error, ClickHouseError) as error:
        print(f"{type(error).__name__}: {str(error).strip().splitlines()[0][:300]}", file=sys.stderr)
        return 1
    print(f"changed={changed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
