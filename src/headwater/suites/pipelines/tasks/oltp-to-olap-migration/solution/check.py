"""Compare the sales in ClickHouse with Postgres, by month."""

from collections import Counter
from datetime import UTC, datetime
from decimal import Decimal

import connections
import postgres_sales
from clickhouse_sales import SELECT, SOLD_AT, rows_of
from postgres_sales import CLOSINGS, Row

CURRENCY, AMOUNT, REFUNDED = (postgres_sales.COLUMNS.index(name) for name in ("currency", "amount", "refunded"))
Sums = dict[str, tuple[int, Decimal, Decimal]]


def month(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m")


def by_month(rows: list[Row]) -> dict[str, Counter[Row]]:
    months: dict[str, Counter[Row]] = {}
    for row in rows:
        months.setdefault(month(row[SOLD_AT]), Counter())[row] += 1
    return months


def sums_of(rows: Counter[Row]) -> Sums:
    """Return the number, the amount and the refunds of some sales by currency, as they are in a closing."""
    sums: Sums = {}
    for row in rows.elements():
        count, amount, refunded = sums.get(row[CURRENCY], (0, Decimal(0), Decimal(0)))
        sums[row[CURRENCY]] = count + 1, amount + row[AMOUNT], refunded + (row[REFUNDED] or 0)
    return sums


def differing_months() -> list[str]:
    """Return one line per month that differs, with the numbers of sales in ClickHouse and in Postgres."""
    with connections.postgres() as postgres:
        here = by_month(rows_of(connections.clickhouse(), SELECT))
        there = by_month(postgres.execute(postgres_sales.SELECT).fetchall())
        closings: dict[str, Sums] = {}
        for first, currency, *sums in postgres.execute(CLOSINGS):
            closings.setdefault(first.strftime("%Y-%m"), {})[currency] = tuple(sums)
    lines = []
    for name in sorted(here.keys() | there.keys() | closings.keys()):
        mine = here.get(name, Counter())
        if name in closings:
            right, differs = sum(sums[0] for sums in closings[name].values()), sums_of(mine) != closings[name]
        else:
            right, differs = there.get(name, Counter()).total(), mine != there.get(name, Counter())
        if differs:
            lines.append(f"{name} {mine.total()} {right}")
    return lines
