"""Read the sales in Postgres, and find those that changed: see docs/sales.md."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import connections
import psycopg

COLUMNS = (
    "sale_id", "customer_id", "product", "country", "amount", "currency", "sold_at", "status", "refunded", "note",
)  # fmt: skip
Row = tuple[Any, ...]

LOCK = 4_110_902
SELECT = f"SELECT {', '.join(COLUMNS)} FROM app.sales"
# What the snapshot did not see: transactions that began after it, and those that were open then. An open transaction
# therefore does not make each run read again what others have committed since.
CHANGED = """
    SELECT sale_id FROM app.sales WHERE changed_in >= %(next)s::xid8 UNION
    SELECT sale_id FROM app.sales WHERE changed_in = ANY (%(open)s::xid8[]) UNION
    SELECT sale_id FROM app.sales_deleted WHERE changed_in >= %(next)s::xid8 UNION
    SELECT sale_id FROM app.sales_deleted WHERE changed_in = ANY (%(open)s::xid8[])
"""
END = "SELECT (max(month) + interval '1 month') AT TIME ZONE 'UTC' FROM app.closings"
CLOSINGS = "SELECT month, currency, sales, amount, refunded FROM app.closings ORDER BY month, currency"
AT_ONCE = 20_000


class NoSalesError(Exception):
    """app.sales is empty."""


@contextmanager
def snapshot_alone() -> Iterator[psycopg.Connection]:
    """Connect when no other run is connected, and read everything from one snapshot."""
    with connections.postgres() as postgres:
        postgres.autocommit = True
        postgres.execute("SELECT pg_advisory_lock(%s)", [LOCK])  # until the connection ends
        postgres.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        with postgres.transaction():
            if postgres.execute("SELECT 1 FROM app.sales LIMIT 1").fetchone() is None:
                raise NoSalesError("app.sales in Postgres is empty, so nothing was changed")
            yield postgres


def snapshot(postgres: psycopg.Connection) -> str:
    return postgres.execute("SELECT pg_current_snapshot()::text").fetchone()[0]


def changed_since(postgres: psycopg.Connection, seen: str) -> list[int]:
    """Return the ids of the sales that were written or deleted by transactions that a snapshot did not see."""
    _, following, is_open = seen.split(":")
    return sorted(number for (number,) in postgres.execute(CHANGED, {"next": following, "open": f"{{{is_open}}}"}))


def sales(postgres: psycopg.Connection, numbers: list[int]) -> list[Row]:
    return postgres.execute(SELECT + " WHERE sale_id = ANY (%s)", [numbers]).fetchall()


def not_closed(postgres: psycopg.Connection, rows: list[Row]) -> list[Row]:
    """Return the rows that are not of a closed month, whose sales stay although Postgres no longer has them."""
    if not rows:
        return []
    (end,) = postgres.execute(END).fetchone()
    return [row for row in rows if end is None or row[COLUMNS.index("sold_at")] >= end]


def batches(postgres: psycopg.Connection) -> Iterator[list[Row]]:
    """Yield all sales in large batches."""
    with postgres.cursor(name="sales") as cursor:
        cursor.execute(SELECT)
        while rows := cursor.fetchmany(AT_ONCE):
            yield rows
