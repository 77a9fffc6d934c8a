"""Measure runs after a thousand changes, while transactions are open and after a run was killed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _closed import describe_errors
from _desk import open_desk
from _sales import change, mutations, truth
from _scenarios import measured

from headwater.grading import Completed, Graded

_OPEN = "update app.sales set note = 'open' where sale_id % 25 = 24;"
_UNDONE = "update app.sales set amount = amount + 1, customer_id = 417 where sale_id % 10 = 1;"
_THOUSAND = (
    "update app.sales set note = 'day', amount = amount + 0.01 where sale_id % 125 = 2 and sale_id <= 100000;",
    "update app.sales set sold_at = sold_at + interval '31 days' where sale_id % 250 = 3 and sale_id <= 100000;",
    "delete from app.sales where sale_id % 500 = 5;",
    "create temporary table kept as select * from app.sales where sale_id % 500 = 7;"
    "delete from app.sales where sale_id % 500 = 7; insert into app.sales select * from kept; drop table kept;"
    "update app.sales set product = 'Book back' where sale_id % 500 = 7;",
    "insert into app.sales (sale_id, customer_id, product, amount, currency, sold_at, status, updated_at) "
    "select n, 417, 'Book new', 1, 'EUR', '2026-05-05', 'paid', now() from generate_series(190001, 190190) n;",
)


@dataclass(frozen=True)
class BusyDay:
    """Runs as `measured` returns them.

    Attributes:
        thousand: The run after a thousand changes, and how many there were.
        idle: A run without changes after it, while transactions are open.
        late: The run after one transaction has committed, and how many sales it had changed.
        mutations: The number of mutations during all runs.
        fault: How ClickHouse is wrong at the end.
    """

    thousand: tuple[tuple[Completed, int, int, int], int]
    idle: tuple[Completed, int, int, int]
    late: tuple[tuple[Completed, int, int, int], int]
    mutations: int
    fault: str


@cache
def busy_day(graded: Graded) -> BusyDay:
    """Kill a run after a thousand changes of all kinds, run again, and let an old transaction commit."""
    with graded.copy() as copy, open_desk(copy) as desk:
        copy.run()
        rewritten = mutations(copy)
        desk.execute("undone", f"{_UNDONE} rollback; begin; select pg_current_xact_id();")
        desk.execute("open", _OPEN)
        before = set(truth(copy))
        for statement in _THOUSAND[:2]:
            change(copy, statement)
        copy.run_killed(after=6)
        for statement in _THOUSAND[2:]:
            change(copy, statement)
        changes = len({row[0] for row in before ^ set(truth(copy))})
        thousand = measured(copy), changes
        idle = measured(copy)
        late_changes = int(
            copy.postgres.scalar("select count(*) from app.sales where sale_id % 25 = 24 and sale_id <= 100000")
        )
        desk.execute("open", "commit")
        late = measured(copy), late_changes
        return BusyDay(thousand, idle, late, mutations(copy) - rewritten, describe_errors(graded, copy))
