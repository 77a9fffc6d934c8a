"""Report whether sales.daily agrees with raw.orders, as docs/oncall.md describes."""

import logging
import sys

import connections
import psycopg
from clickhouse_connect.driver.exceptions import ClickHouseError
from figures import Figures, Pair, all_figures, first_day

HELD = """
    SELECT day, shop, sum(orders) AS o, sum(revenue_cents) AS r FROM sales.daily
    WHERE day >= {first:Date} GROUP BY day, shop
"""


def differences() -> list[tuple[Pair, Figures, Figures]]:
    """Return the days and shops that differ, with the figures from both databases."""
    with connections.postgres() as postgres:
        first, right = first_day(postgres), all_figures(postgres)
    if first is None:
        return []
    rows = connections.clickhouse().query(HELD, parameters={"first": first}).result_rows
    held = {(day, shop): (orders, revenue) for day, shop, orders, revenue in rows}
    pairs = sorted(held.keys() | right.keys())
    compared = [(pair, held.get(pair, (0, 0)), right.get(pair, (0, 0))) for pair in pairs]
    return [found for found in compared if found[1] != found[2]]


def main() -> int:
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)  # the client would log the error a second time
    try:
        found = differences()
    except (psycopg.Error, ClickHouseError) as error:
        print(f"{type(error).__name__}: {str(error).strip().splitlines()[0][:300]}", file=sys.stderr)
        return 2
    for (day, shop), here, there in found:
        print(day, shop, here[0], there[0])
    if not found:
        print("ok")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
