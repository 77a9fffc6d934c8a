"""Load newly delivered orders into sales.daily, as docs/oncall.md describes.

A run recomputes the days and shops of all orders that have new deliveries, and inserts the differences. Reading a
delivery more than once is therefore harmless, and each run reads the deliveries from the last minutes again.
"""

import argparse
import logging
import sys
from datetime import date

import connections
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from figures import Figures, Pair, all_figures, figures_of, first_day

LOCK = 7_260_531
# The gateway's transactions take up to five minutes, so a delivery can become visible that long after its time.
CHANGED = """
    SELECT DISTINCT order_id FROM raw.orders
    WHERE received_at >= coalesce(
        (SELECT received_at FROM raw.orders WHERE delivery_id <= %s ORDER BY delivery_id DESC LIMIT 1), '-infinity'
    ) - interval '6 minutes'
"""
# All revisions are used, because a later one may have moved the order to another day. The gateway may have deleted the
# day of an earlier one.
DAYS = """
    SELECT DISTINCT (placed_at AT TIME ZONE time_zone)::date, shop
    FROM raw.orders JOIN raw.shops USING (shop) WHERE order_id = ANY (%s)
"""
HELD = """
    SELECT day, shop, sum(orders) AS o, sum(revenue_cents) AS r FROM sales.daily
    WHERE day IN {days:Array(Date)} GROUP BY day, shop
"""


def settle(clickhouse: Client, right: dict[Pair, Figures]) -> int:
    """Insert the differences between figures and sales.daily as one block; return their number."""
    days = sorted({day for day, _ in right})
    there = clickhouse.query(HELD, parameters={"days": days}).result_rows if days else []
    held = {(day, shop): (orders, revenue) for day, shop, orders, revenue in there}
    rows = []
    for pair, (orders, revenue) in sorted(right.items()):
        held_orders, held_revenue = held.get(pair, (0, 0))
        if (held_orders, held_revenue) != (orders, revenue):
            rows.append([*pair, orders - held_orders, revenue - held_revenue])
    if rows:
        clickhouse.insert("sales.daily", rows, column_names=["day", "shop", "orders", "revenue_cents"])
    return len(rows)


def bring(postgres: psycopg.Connection, clickhouse: Client) -> int:
    """Load new deliveries."""
    load, last = clickhouse.query("SELECT max(load_id), max(last_delivery) FROM sales.loads").first_row
    newest = postgres.execute("SELECT max(delivery_id) FROM raw.orders").fetchone()[0] or 0
    orders = [order for (order,) in postgres.execute(CHANGED, [last])]
    first = first_day(postgres)
    pairs = [pair for pair in postgres.execute(DAYS, [orders]) if pair[0] >= first]
    changed = settle(clickhouse, figures_of(postgres, pairs))
    if newest > last:
        clickhouse.insert("sales.loads", [[load + 1, last + 1, newest, ""]])
    return changed


def recompute(postgres: psycopg.Connection, clickhouse: Client, first: date, last: date) -> int:
    """Recompute days from raw.orders; days that are no longer in it are final."""
    start = first_day(postgres)
    if start is None:
        return 0
    first = max(first, start)
    held = clickhouse.query("SELECT DISTINCT day, shop FROM sales.daily").result_rows
    right = dict.fromkeys(map(tuple, held), (0, 0)) | all_figures(postgres)
    return settle(clickhouse, {pair: figures for pair, figures in right.items() if first <= pair[0] <= last})


def run(days: list[date] | None) -> int:
    clickhouse = connections.clickhouse()
    with connections.postgres() as postgres:
        postgres.autocommit = True
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # the lock is held until the connection ends
        postgres.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        with postgres.transaction():
            return recompute(postgres, clickhouse, *days) if days else bring(postgres, clickhouse)


def main() -> int:
    parser = argparse.ArgumentParser(description="Bring new deliveries of orders into sales.daily.")
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
