"""Compute the right sales of the closed months from what the task starts with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import Any

from _sales import Row, difference, start, stored_sales, truth

from headwater.grading import Graded, QueryError, State

_MOVED = datetime(2024, 7, 8, 18, tzinfo=UTC)
_SUMMER = datetime(2024, 3, 31, 1, tzinfo=UTC)
_LOADED = """
    select sale_id, customer_id, product, country, amount, currency, sold_at, status, refunded, loaded_at, loaded_by
    from analytics.sales order by sale_id, loaded_at
"""


@cache
def closed_sales(graded: Graded) -> list[Row]:
    """Return the sales of the closed months, sorted by id, which have the sums of app.closings."""
    postgres = graded.starting.postgres
    refunds: dict[int, Decimal] = dict(postgres.query("select sale_id, sum(amount) from app.refunds group by 1"))
    sql = "select sale_id, max(deleted_at) from app.sales_deleted group by 1"
    deleted: dict[int, datetime] = dict(postgres.query(sql))
    end = postgres.scalar("select (max(month) + interval '1 month') at time zone 'UTC' from app.closings")
    is_open = {row[0] for row in start(graded)}
    last = {row[0]: row for row in graded.starting.clickhouse.query(_LOADED)}
    rows = []
    for number, row in sorted(last.items()):
        if number not in is_open and not (number in deleted and deleted[number] > _utc(row[9])):
            rows.append(_repaired(row, refunds.get(number)))
    return [row for row in rows if row[6] < end]


def _repaired(row: tuple[Any, ...], refunded: Decimal | None) -> Row:
    number, customer, product, country, stored, currency, sold_at, status, net_of, loaded_at, program = row
    amount, sold_at = Decimal(f"{stored:.2f}"), _utc(sold_at)
    if program == "load_1":
        amount /= 100
        country = "" if country == "unknown" else country
        if _utc(loaded_at) < _MOVED:  # in the time of Vienna
            sold_at -= timedelta(hours=2 if sold_at - timedelta(hours=2) >= _SUMMER else 1)
    elif program == "load_2":
        amount += Decimal(f"{net_of:.2f}")
    shown = "refunded" if refunded else status
    return number, customer, product, country or None, amount, currency, sold_at, shown, refunded, None


def _utc(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def sums(rows: list[Row]) -> dict[tuple[str, str], tuple[int, Decimal, Decimal]]:
    """Return the number, the amounts and the refunds of sales by month and currency, as app.closings has them."""
    found: dict[tuple[str, str], tuple[int, Decimal, Decimal]] = {}
    for row in rows:
        key = f"{row[6]:%Y-%m}", row[5]
        count, amount, refunded = found.get(key, (0, Decimal(0), Decimal(0)))
        found[key] = count + 1, amount + row[4], refunded + (row[8] or 0)
    return found


@cache
def closings(graded: Graded) -> dict[tuple[str, str], tuple[int, Decimal, Decimal]]:
    """Return the sums of app.closings at the start, by month and currency."""
    sql = "select to_char(month, 'YYYY-MM'), currency, sales, amount, refunded from app.closings"
    return {(row[0], row[1]): row[2:] for row in graded.starting.postgres.query(sql)}


@cache
def everything(graded: Graded) -> list[Row]:
    """Return the sales of closed and open months at the start, sorted by id."""
    return closed_sales(graded) + start(graded)


def describe_errors(graded: Graded, state: State) -> str:
    """Describe how the sales in ClickHouse differ from the right ones; return an empty string if they are equal."""
    try:
        return difference(stored_sales(state), closed_sales(graded) + truth(state))
    except QueryError as error:
        return f"a query failed: {error}"
