"""Read and write the sales in ClickHouse: see schema.sql."""

from datetime import UTC

import psycopg
from clickhouse_connect.driver.client import Client
from postgres_sales import COLUMNS, Row, batches, snapshot

SELECT = f"SELECT {', '.join(COLUMNS)} FROM analytics.sales"
SOLD_AT = COLUMNS.index("sold_at")
AT_ONCE = 1_000


def rows_of(client: Client, sql: str, **parameters: object) -> list[Row]:
    """Return rows with timezone-aware times."""
    rows = client.query(sql, parameters=parameters).result_rows
    return [(*row[:SOLD_AT], row[SOLD_AT].replace(tzinfo=UTC), *row[SOLD_AT + 1 :]) for row in rows]


def held(client: Client, numbers: list[int]) -> list[Row]:
    """Return the sales with these ids."""
    rows: list[Row] = []
    for start in range(0, len(numbers), AT_ONCE):
        some = numbers[start : start + AT_ONCE]
        rows += rows_of(client, SELECT + " WHERE sale_id IN {numbers:Array(UInt64)}", numbers=some)
    return rows


def last_snapshot(client: Client) -> str | None:
    """Return the snapshot of Postgres from which the last complete run read; None before the first run."""
    sql = "SELECT snapshot FROM analytics.sync_runs WHERE snapshot != '' ORDER BY run DESC LIMIT 1"
    rows = client.query(sql).result_rows
    return rows[0][0] if rows else None


def begin_run(client: Client) -> int:
    """Return a number larger than that of any run before, which clocks could not give."""
    rows = client.query("SELECT run FROM analytics.sync_runs ORDER BY run DESC LIMIT 1").result_rows
    run = rows[0][0] + 1 if rows else 1
    client.insert("analytics.sync_runs", [[run, ""]])
    return run


def end_run(client: Client, run: int, seen: str) -> None:
    client.insert("analytics.sync_runs", [[run, seen]])


def write(client: Client, run: int, rows: list[Row], gone: list[Row]) -> None:
    versions = [[*row, run, is_gone] for is_gone, some in enumerate((rows, gone)) for row in some]
    if versions:
        client.insert("analytics.sale_versions", versions, column_names=[*COLUMNS, "run", "is_gone"])


def bring_all(postgres: psycopg.Connection, client: Client, closed: list[Row]) -> int:
    """Load all sales and the closed months, whatever a killed migration has left behind. Return the number of sales."""
    run, seen, count = begin_run(client), snapshot(postgres), len(closed)
    for name in ("sale_versions", "sales_of_customers", "sales_of_months"):
        client.command(f"TRUNCATE TABLE analytics.{name}")
    write(client, run, closed, [])
    for rows in batches(postgres):
        write(client, run, rows, [])
        count += len(rows)
    end_run(client, run, seen)
    return count
