"""Copy a whole month to ClickHouse again: python3 reload.py 2024-10-01 2024-11-01."""

import sys

import connections

MONTH = """
    SELECT sale_id, customer_id, product, coalesce(country, ''), amount::float, currency, sold_at AT TIME ZONE 'UTC', status,
        coalesce(refunded, 0)::float, coalesce(note, ''), now(), 'reload'
    FROM app.sales WHERE sold_at AT TIME ZONE 'UTC' >= %s AND sold_at AT TIME ZONE 'UTC' < %s
"""

with connections.postgres() as postgres:
    rows = postgres.execute(MONTH, sys.argv[1:3]).fetchall()
connections.clickhouse().insert("analytics.sales", rows)
