"""Run --check and sync.py while the databases differ, and after a month was closed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from _closed import closed_sales, closings
from _sales import CHECK, Row, change, difference, stored_sales, truth
from _scenarios import INSERT, measured

from headwater.grading import Completed, Graded, State


@dataclass(frozen=True)
class Drifted:
    """The results of --check while the databases differ, and of a run while Postgres has no sales.

    Attributes:
        number: The run of --check after sales were deleted and inserted, and the lines that it should print.
        amount: The run of --check after the amount of one sale changed, and the lines that it should print.
        closed: The run of --check after the closing of a month changed, and the line that it should print.
        empty: A run while app.sales is empty, and whether ClickHouse has the same sales as before it.
    """

    number: tuple[Completed, list[str]]
    amount: tuple[Completed, list[str]]
    closed: tuple[Completed, list[str]]
    empty: tuple[Completed, bool]


@cache
def drifted(graded: Graded) -> Drifted:
    """Change only Postgres and run --check; finally, delete all sales and run sync.py."""
    with graded.copy() as copy:
        change(
            copy,
            "delete from app.sales where sale_id % 10000 = 14;"
            + INSERT.format(id=170009, customer=1, country="null", amount="1.00", note="null", sold_at="2027-02-01"),
        )
        number = copy.run(CHECK), differing_months(graded, copy)
        copy.run()
        change(copy, "update app.sales set amount = amount + 0.01 where sale_id = 60777;")
        amount = copy.run(CHECK), differing_months(graded, copy)
        copy.run()
        change(copy, "update app.closings set amount = amount + 0.01 where month = '2024-05-01' and currency = 'EUR';")
        count = sum(sums[0] for (month, _), sums in closings(graded).items() if month == "2024-05")
        closed = copy.run(CHECK), [f"2024-05 {count} {count}"]
        change(
            copy,
            "alter table app.sales disable trigger user; delete from app.sales;"
            "alter table app.sales enable trigger user;",
        )
        before = stored_sales(copy)
        empty = copy.run()
        return Drifted(number, amount, closed, (empty, stored_sales(copy) == before))


def differing_months(graded: Graded, state: State) -> list[str]:
    """Return the lines that --check should print if only Postgres has changed."""
    sides = []
    for rows in (stored_sales(state), closed_sales(graded) + truth(state)):
        months: dict[str, set[Row]] = {}
        for row in rows:
            months.setdefault(_month(row[6]), set()).add(row)
        sides.append(months)
    here, there = sides
    differing = sorted(month for month in here.keys() | there.keys() if here.get(month) != there.get(month))
    return [f"{month} {len(here.get(month, ()))} {len(there.get(month, ()))}" for month in differing]


def _month(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m")


@dataclass(frozen=True)
class Closed:
    """The results of closing a month.

    Attributes:
        quiet: The run after it, as `measured` returns it.
        check: The run of --check after it.
        stays: How ClickHouse differs from what it had before.
        changed: A run after changes of other months, and how ClickHouse is wrong after it.
    """

    quiet: tuple[Completed, int, int, int]
    check: Completed
    stays: str
    changed: tuple[Completed, str]


@cache
def closed_month(graded: Graded) -> Closed:
    """Close September 2025, in which a sale was deleted and came back, and run sync.py."""
    with graded.copy() as copy:
        back = INSERT.format(id=50500, customer=7, country="'AT'", amount="2.00", note="null", sold_at="2025-09-12")
        change(copy, "delete from app.sales where sale_id in (50500, 50600);")
        copy.run()
        change(copy, back)
        copy.run()
        before = stored_sales(copy)
        change(copy, "select app.retire('2025-09-01');")
        quiet, check = measured(copy), copy.run(CHECK)
        stays = difference(stored_sales(copy), before)
        change(copy, "delete from app.sales where sale_id % 5000 = 9;")
        change(copy, "update app.sales set note = 'x' where sale_id % 900 = 8;")
        completed = copy.run()
        retired = [row for row in before if _month(row[6]) == "2025-09"]
        right = sorted(closed_sales(graded) + retired + truth(copy), key=lambda row: row[0])
        return Closed(quiet, check, stays, (completed, difference(stored_sales(copy), right)))
