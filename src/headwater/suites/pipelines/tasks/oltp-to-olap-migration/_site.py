"""Migrate a smaller site that has other sales, and whose app goes on while migrate.py is killed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache

from _closed import sums
from _desk import open_desk
from _history import COLUMNS, PastSale
from _sales import CHECK, Row, change, difference, stored_sales, truth

from headwater.grading import Completed, Graded, State, kill_points

_MIGRATE = "python3 migrate.py"
_SALES = 2_500
_EMPTY = """
    alter table app.sales disable trigger user; delete from app.sales where sale_id > 50000 and sale_id % 12 <> 0;
    alter table app.sales enable trigger user; delete from app.sales_deleted where sale_id <= 20000;
    delete from app.refunds where sale_id <= 20000; delete from app.closings
"""
_EMPTY_IN_CLICKHOUSE = """
    alter table analytics.sales delete where sale_id <= 20000 or (sale_id > 50000 and sale_id % 12 <> 0)
    settings mutations_sync = 2
"""
_OPEN = (
    "update app.sales set note = 'late', customer_id = 7 where sale_id between 60000 and 61000;"
    "delete from app.sales where sale_id between 61001 and 61200;"
    "insert into app.sales (sale_id, customer_id, product, amount, currency, sold_at, status, updated_at) "
    "select n, 7, 'Book late', 1, 'EUR', '2026-07-07', 'paid', '2026-07-07' from generate_series(180001, 180005) n;"
)


@dataclass(frozen=True)
class OtherSite:
    """How ClickHouse is wrong at a site with other sales.

    Attributes:
        migrated: The run of migrate.py that was not killed, and the difference after it.
        closed: The difference of the closed months after it, with the history of a sale.
        check: The run of --check after it.
        synced: A run of sync.py after an old transaction has committed, and the difference after it.
    """

    migrated: tuple[Completed, str]
    closed: str
    check: Completed
    synced: tuple[Completed, str]


@cache
def other_site(graded: Graded) -> OtherSite:
    """Give the second site other sales, kill migrate.py between changes of the app, and let it end."""
    past = _past()
    closed = [row for sale in past for row in sale.right()]
    requests = _requests(graded)
    with graded.copy(data="starting") as copy:
        _fill(copy, past, closed)
        with open_desk(copy) as desk:
            desk.execute("old", _OPEN)
            for part, after in enumerate(kill_points(requests, 4)):
                copy.run_killed(_MIGRATE, after=after, timeout_sec=150)
                _change(copy, part)
            completed = copy.run(_MIGRATE, timeout_sec=150)
            migrated, wrong = (completed, _difference(copy, closed)), _closed_difference(copy, closed, past)
            check = copy.run(CHECK)
            desk.execute("old", "commit")
        _change(copy, 5)
        return OtherSite(migrated, wrong, check, (copy.run(), _difference(copy, closed)))


def _requests(graded: Graded) -> int:
    with graded.copy(data="starting") as copy:
        past = _past()
        _fill(copy, past, [row for sale in past for row in sale.right()])
        return copy.run_killed(_MIGRATE, after=None, timeout_sec=150).requests


def _past() -> list[PastSale]:
    chance = random.Random("graz")
    return [PastSale(number, chance) for number in range(1, _SALES + 1)]


def _fill(copy: State, past: list[PastSale], closed: list[Row]) -> None:
    """Replace the sales of closed months, and what Postgres knows about them."""
    deleted = [f"({sale.number}, '{moment}')" for sale in past for moment in sale.deleted]
    refunds = [f"({sale.number}, {amount}, '{moment}')" for sale in past for moment, amount in sale.refunds]
    closings = [
        f"('{month}-01', '{currency}', {', '.join(map(str, values))})"
        for (month, currency), values in sums(closed).items()
    ]
    change(copy, _EMPTY)
    change(copy, f"insert into app.sales_deleted (sale_id, deleted_at) values {', '.join(deleted)}")
    change(copy, f"insert into app.refunds values {', '.join(refunds)}")
    change(copy, f"insert into app.closings values {', '.join(closings)}")
    copy.clickhouse.execute(_EMPTY_IN_CLICKHOUSE)
    copy.clickhouse.insert("analytics.sales", [row for sale in past for row in sale.loads], COLUMNS)


def _change(copy: State, part: int) -> None:
    noted, deleted, moved = 70_000 + part * 1_000, 90_000 + part * 500, 85_000 + part * 60
    change(copy, f"update app.sales set note = 'part {part}' where sale_id % 60 = 0 and sale_id > {noted};")
    change(copy, f"delete from app.sales where sale_id between {deleted} and {deleted + 50};")
    where = f"sale_id between {moved} and {moved + 59}"
    change(copy, f"update app.sales set sold_at = '2026-05-0{part + 1}' where {where};")


def _difference(copy: State, closed: list[Row]) -> str:
    return difference(stored_sales(copy), closed + truth(copy))


def _closed_difference(copy: State, closed: list[Row], past: list[PastSale]) -> str:
    """Describe the difference of the closed months, with the history of the first sale that is wrong."""
    held = [row for row in stored_sales(copy) if row[0] <= _SALES]
    wrong = {row[0] for row in set(held) ^ set(closed)}
    fault = difference(held, closed)
    return f"{fault}; {past[min(wrong) - 1].describe(held)}" if wrong else fault
