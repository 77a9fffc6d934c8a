"""Read the sales in Postgres, and find those that changed: see docs/sales.md."""

from collections.abc import Iterator
from typing import Any

import psycopg

COLUMNS = (
    "sale_id", "customer_id", "product", "country", "amount", "currency", "sold_at", "status", "refunded", "note",
)  # fmt: skip
Row = tuple[Any, ...]

SELECT = f"SELECT {', '.join(COLUMNS)} FROM app.sales"
# All transactions below this id have ended, so the next run only has to read transactions from this id on.
OLDEST_RUNNING = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::numeric"
CHANGED = """
    SELECT sale_id FROM app.sales WHERE changed_in >= %(since)s::text::xid8
    UNION
    SELECT sale_id FROM app.sales_deleted WHERE changed_in >= %(since)s::text::xid8
"""
AT_ONCE = 20_000


class NoSalesError(Exception):
    """app.sales is empty."""


def oldest_running(postgres: psycopg.Connection) -> int:
    return int(postgres.execute(OLDEST_RUNNING).fetchone()[0])


def demand_sales(postgres: psycopg.Connection) -> None:
    if postgres.execute("SELECT 1 FROM app.sales LIMIT 1").fetchone() is None:
        raise NoSalesError("app.sales in Postgres is empty, so nothing was changed")


def changed_since(postgres: psycopg.Connection, since: int) -> list[int]:
    """Return the ids of sales written or deleted by transactions from this transaction id on."""
    return sorted(number for (number,) in postgres.execute(CHANGED, {"since": str(since)}))


def sales(postgres: psycopg.Connection, numbers: list[int]) -> list[Row]:
    return postgres.execute(SELECT + " WHERE sale_id = ANY (%s)", [numbers]).fetchall()


def batches(postgres: psycopg.Connection) -> Iterator[list[Row]]:
    """Yield all sales in large batches; call it within a transaction."""
    with postgres.cursor(name="sales") as cursor:
        cursor.execute(SELECT)
        while rows := cursor.fetchmany(AT_ONCE):
            yield rows
