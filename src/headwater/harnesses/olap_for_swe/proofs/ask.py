"""Query ClickHouse with the client from the harness `base`, and fail unless the expected rows are returned."""

import os
import sys
from decimal import Decimal

import clickhouse_connect


def text(value):
    """Return a value without trailing decimal zeros."""
    return value if isinstance(value, str) else f"{Decimal(str(value)).normalize():f}"


client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"],
    port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"],
    password=os.environ["CLICKHOUSE_PASSWORD"],
)
query, *expected = sys.argv[1:]
rows = [" ".join(text(value) for value in row) for row in client.query(query).result_rows]
if rows != expected:
    sys.exit(f"{query}: {rows}, and not {expected}")
