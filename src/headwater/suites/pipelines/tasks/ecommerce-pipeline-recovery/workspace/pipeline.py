"""Load newly delivered orders into sales.daily. Version 2 adds them up without temporary tables."""

from collections import defaultdict
from datetime import UTC

import connections

NEW = """
    SELECT delivery_id, shop, status, total_cents, placed_at FROM raw.orders
    WHERE delivery_id > %s ORDER BY delivery_id
"""


def main() -> None:
    clickhouse = connections.clickhouse()
    load, last = clickhouse.query("SELECT max(load_id), max(last_delivery) FROM sales.loads").first_row
    with connections.postgres() as postgres:
        deliveries = postgres.execute(NEW, [last]).fetchall()
    daily = defaultdict(lambda: [0, 0])
    for _, shop, status, total_cents, placed_at in deliveries:
        if status in ("paid", "shipped"):
            figures = daily[(placed_at.astimezone(UTC).date(), shop)]
            figures[0] += 1
            figures[1] += int(total_cents)
    if deliveries:
        clickhouse.insert("sales.daily", [[*key, *figures] for key, figures in daily.items()])
        clickhouse.insert("sales.loads", [[load + 1, deliveries[0][0], deliveries[-1][0], ""]])


if __name__ == "__main__":
    main()
