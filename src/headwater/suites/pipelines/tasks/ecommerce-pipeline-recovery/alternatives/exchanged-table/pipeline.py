"""Load new deliveries into sales.daily by exchanging it with a new table."""

import fcntl
import logging
import sys
from datetime import date, timedelta
from pathlib import Path

import connections
import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from figures import Figures, Pair, all_figures, figures_of, first_day

LOCK = Path(__file__).with_name(".pipeline.lock")
LATE = timedelta(minutes=10)
LAST = "SELECT received_at FROM raw.orders WHERE delivery_id <= %s ORDER BY delivery_id DESC LIMIT 1"
ORDERS = "SELECT DISTINCT order_id FROM raw.orders WHERE received_at > %s"
PAIRS = """
    SELECT DISTINCT (o.placed_at AT TIME ZONE s.time_zone)::date, o.shop
    FROM raw.orders AS o JOIN raw.shops AS s ON s.shop = o.shop WHERE o.order_id = ANY (%s)
"""


def exchange(clickhouse: Client, right: dict[Pair, Figures]) -> int:
    """Replace figures by exchanging the tables; return how many changed."""
    rows = clickhouse.query("SELECT day, shop, sum(orders), sum(revenue_cents) FROM sales.daily GROUP BY day, shop").result_rows
    held = {(day, shop): (orders, revenue) for day, shop, orders, revenue in rows}
    new = held | right
    changed = sum(held.get(pair, (0, 0)) != figures for pair, figures in right.items())
    if changed:
        clickhouse.command("TRUNCATE TABLE sales.daily_next")
        clickhouse.insert("sales.daily_next", [[*pair, *figures] for pair, figures in sorted(new.items())])
        clickhouse.command("EXCHANGE TABLES sales.daily AND sales.daily_next")
        clickhouse.command("TRUNCATE TABLE sales.daily_next")
    return changed


def news(postgres: psycopg.Connection, clickhouse: Client) -> int:
    """Load new deliveries, and read those from the last minutes again."""
    load, last = clickhouse.query("SELECT max(load_id), max(last_delivery) FROM sales.loads").first_row
    newest = postgres.execute("SELECT max(delivery_id) FROM raw.orders").fetchone()[0] or 0
    known = postgres.execute(LAST, [last]).fetchone()
    if known is None:
        pairs = list(all_figures(postgres))
    else:
        orders = [order for (order,) in postgres.execute(ORDERS, [known[0] - LATE])]
        start = first_day(postgres)
        pairs = [(day, shop) for day, shop in postgres.execute(PAIRS, [orders]) if day >= start]
    changed = exchange(clickhouse, figures_of(postgres, pairs))
    if newest != last:
        clickhouse.insert("sales.loads", [[load + 1, last + 1, newest, "exchanged"]])
    return changed


def days(postgres: psycopg.Connection, clickhouse: Client, first: date, last: date) -> int:
    """Recompute days, starting with the first day that Postgres still has."""
    start = first_day(postgres)
    if start is None:
        return 0
    right = {pair: figures for pair, figures in all_figures(postgres).items() if first <= pair[0] <= last}
    for day, shop in clickhouse.query("SELECT DISTINCT day, shop FROM sales.daily").result_rows:
        if max(first, start) <= day <= last:
            right.setdefault((day, shop), (0, 0))
    return exchange(clickhouse, right)


def main(arguments: list[str]) -> int:
    logging.disable()
    try:
        with LOCK.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with connections.postgres() as postgres:
                postgres.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                clickhouse = connections.clickhouse()
                if arguments[:1] == ["--days"]:
                    changed = days(postgres, clickhouse, *map(date.fromisoformat, arguments[1:3]))
                else:
                    changed = news(postgres, clickhouse)
    except (psycopg.Error, ClickHouseError) as error:
        sys.stderr.write(" ".join(str(error).split())[:250] + "\n")
        return 1
    print(f"changed={changed}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
