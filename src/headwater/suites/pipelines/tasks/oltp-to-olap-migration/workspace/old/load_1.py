"""Copy new sales to ClickHouse. cron: 2:00 every night."""

from datetime import UTC

import connections

NEW = """
    SELECT sale_id, customer_id, product, coalesce(country, 'unknown'), (amount * 100)::float, currency, sold_at::timestamp, status,
        (coalesce(refunded, 0) * 100)::float, coalesce(note, ''), now(), 'load_1'
    FROM app.sales WHERE sale_id > %s
"""

clickhouse = connections.clickhouse()
last = clickhouse.query("SELECT max(sale_id) FROM analytics.sales").first_row[0]
with connections.postgres() as postgres:
    rows = postgres.execute(NEW, [last]).fetchall()
clickhouse.insert("analytics.sales", [(*row[:6], row[6].replace(tzinfo=UTC), *row[7:]) for row in rows])
