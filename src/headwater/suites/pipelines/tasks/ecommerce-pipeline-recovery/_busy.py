"""Scenarios of a new site whose first runs are killed, and of runs with ten deliveries for orders of ten days."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _sales import Delivery, deliver, describe_end, describe_errors, fetched, last_line

from headwater.grading import Completed, Graded, State

_RUN = "python3 pipeline.py"
_TWO = f"{_RUN} > .one 2>&1 & one=$!; {_RUN} > .other 2>&1 & other=$!; wait $one; a=$?; wait $other; echo codes $a $?"
_DELETED = """
    delete from raw.orders where order_id in (
        select order_id from (select distinct on (order_id) * from raw.orders order by order_id, revision desc) latest
        join raw.shops using (shop) where (placed_at at time zone time_zone)::date < '2026-09-23'
    );
"""
_NEWEST_WITHDRAWN = """
    delete from raw.orders where delivery_id in (
        select delivery_id from raw.orders order by delivery_id desc limit 10
    );
"""
_OF_TEN_DAYS = """
    select distinct on ((placed_at at time zone 'UTC')::date) order_id, shop, placed_at::text from raw.orders
    where revision = 3 and status = 'shipped' and placed_at >= '2026-10-01' and placed_at < '2026-10-11'
    order by (placed_at at time zone 'UTC')::date, hashtext(order_id)
"""


@cache
def young_site(graded: Graded) -> str:
    """Kill the first runs on a new site late, start two at once, and describe the errors; an empty string if none."""
    with graded.copy() as copy:
        _new_site(copy)
        whole = copy.run_killed(_RUN, after=None)
        _new_site(copy)
        for number, before_last in enumerate((1, 2, 3)):
            _new_order(copy, number)
            copy.run_killed(_RUN, after=max(1, whole.requests - before_last))
        copy.postgres.execute(_DELETED)
        _new_order(copy, 9)
        two = copy.run(_TWO, timeout_sec=90)
        if last_line(two) != "codes 0 0":
            completed = copy.run(_RUN)
            if completed.exit_code:
                return f"the run after two at the same time: {describe_end(completed)}"
        return describe_errors(copy)


def _new_site(state: State) -> None:
    state.clickhouse.execute("drop database sales sync")
    state.run("python3 apply.py")


def _new_order(state: State, number: int) -> None:
    placed = f"2026-11-1{number} 10:00:00+00"
    deliver(state, Delivery(f"Y-{number}", 1, "paid", 500 + number, placed, 100 * number + 1, "austin"))


@dataclass(frozen=True)
class TenDeliveries:
    """A run with ten deliveries, after the newest ones were withdrawn: the rows that it read, and the errors."""

    completed: Completed
    read: int
    fault: str


@cache
def ten_deliveries(graded: Graded) -> TenDeliveries:
    """Withdraw the newest deliveries, deliver ten orders of ten days again, and run."""
    with graded.copy() as copy:
        copy.postgres.execute(_NEWEST_WITHDRAWN)
        copy.run(f"{_RUN} --days 2026-11-01 2026-11-21")
        copy.run(_RUN)
        changes = [
            Delivery(order, 9, "returned", 77, placed, 1_000 + number, shop)
            for number, (order, shop, placed) in enumerate(copy.postgres.query(_OF_TEN_DAYS))
        ]
        deliver(copy, *changes)
        before = fetched(copy)
        completed = copy.run(_RUN)
        return TenDeliveries(completed, fetched(copy) - before, describe_errors(copy))
