"""Query an engine with a client from the harness `base`, and fail unless the expected rows are returned."""

import os
import sys
from decimal import Decimal


def answer(engine, query):
    """Return the rows of a result."""
    if engine == "postgres":
        import psycopg

        with psycopg.connect(os.environ["POSTGRES_URL"]) as connection:
            return connection.execute(query).fetchall()
    if engine == "clickhouse":
        import clickhouse_connect

        client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        return client.query(query).result_rows
    import duckdb

    return duckdb.connect("proof.duckdb", read_only=True).execute(query).fetchall()


def text(value):
    """Return a value without trailing decimal zeros, because engines print different numbers of them."""
    return value if isinstance(value, str) else f"{Decimal(str(value)).normalize():f}"


engine, query, *expected = sys.argv[1:]
rows = [" ".join(text(value) for value in row) for row in answer(engine, query)]
if rows != expected:
    sys.exit(f"{engine}: {query}: {rows}, and not {expected}")
