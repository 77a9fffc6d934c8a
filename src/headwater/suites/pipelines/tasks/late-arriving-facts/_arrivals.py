"""Let records, plans, prices and closings of months arrive in copies, and run build_mart.py after each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from _runs import Run, change_plans, change_prices, close_month, measured_run, send, tables

from headwater.grading import Graded, State

# A record that is there at the start.
_RECORD = """
    select record_id, account_id, product, used_at::text from raw.usage
    where used_at >= %s and used_at < %s and {condition} order by arrival_id limit 1 offset %s
"""
_UNUSABLE = """
    not exists (select from raw.usage o where o.record_id = usage.record_id and o.account_id = usage.account_id
                and o.used_at = usage.used_at and o.quantity >= 0)
"""
_USABLE = "quantity > 1"
_NEW_KEYS = """
    select day::text, account_id, product from mart.daily_usage
    where day > '2026-08-20' or (account_id = 401 and day > '2026-07-31') order by 1, 2
"""
NEW_KEYS = [
    ("2026-08-20", 401, "compute"),
    ("2026-08-21", 12, "egress"),
    ("2026-08-21", 13, "gpu"),
]


@dataclass(frozen=True)
class Arrivals:
    """Runs of build_mart.py, each after other news.

    Attributes:
        idle: A run without news.
        fresh: The run after records of the next days, among others of an account and a product that nobody knows.
        offline: The run after the records of a box that was offline for ten weeks.
        corrected: The run after corrected, repeated and unusable records, of open and of closed months.
        plans: The run after plans were entered late, corrected, withdrawn and announced.
        prices: The run after a price was agreed with retroactive effect, and another one was entered late.
        new_keys: The days, accounts and products of the open month that only fresh records have.
        tables: The tables after all runs.
    """

    idle: Run
    fresh: Run
    offline: Run
    corrected: Run
    plans: Run
    prices: Run
    new_keys: list[tuple[Any, ...]]
    tables: list[str]


@cache
def arrivals(graded: Graded) -> Arrivals:
    """Run build_mart.py after each of several kinds of news."""
    with graded.copy() as copy:
        runs = [measured_run(graded, copy)]
        add_fresh(copy)
        runs.append(measured_run(graded, copy))
        new_keys = copy.postgres.query(_NEW_KEYS)
        for add in (_add_offline, _add_corrected, _add_plans, _add_prices):
            add(copy)
            runs.append(measured_run(graded, copy))
        return Arrivals(*runs, new_keys, tables(copy))


def add_fresh(state: State) -> None:
    send(
        state,
        ("f1", 12, "egress", "2026-08-20 23:59:59.999+00", "17.125"),
        ("f2", 12, "egress", "2026-08-21 00:00:00+00", "3.001"),
        ("f3", 12, "egress", "2026-08-21 01:30:00+02", "4.5"),
        ("f4", 401, "compute", "2026-08-20 10:00:00+00", "250"),
        ("f5", 401, "compute", "2026-07-02 10:00:00+00", "40.5"),
        ("f6", 13, "gpu", "2026-08-21 10:00:00+00", "8.25"),
        ("f7", 281, "compute", "2026-04-30 23:00:00+00", "5"),
    )


def _add_offline(state: State) -> None:
    days = [date(2026, 6, 8) + timedelta(number) for number in range(73)]
    send(
        state,
        *(
            (f"box-{day}-{product}-{hour}", 88, product, f"{day} {hour:02}:10:00+00", f"{day.day + hour}.5")
            for day in days
            for product in ("compute", "storage")
            for hour in (1, 9, 23)
        ),
    )


def _add_corrected(state: State) -> None:
    def old(first: str, last: str, number: int, condition: str = _USABLE) -> tuple[Any, ...]:
        sql = _RECORD.format(condition=condition)
        row = state.postgres.query(sql, [first + " 00:00:00+00", last + " 00:00:00+00", number])[0]
        return tuple(row)

    closed, opened, unusable = ("2026-05-04", "2026-05-20"), ("2026-08-09", "2026-08-15"), ("2026-03-02", "2026-08-15")
    send(
        state,
        (*old(*closed, 0), "0.001"),
        (*old(*closed, 40), "9000.5"),
        (*old(*closed, 80), None),
        (*old(*closed, 120), "0"),
        (*old(*opened, 0), "12.345"),
        (*old(*opened, 40), "-3"),
        (*old(*opened, 80), "0"),
        (*old(*opened, 120), "700"),
        (*old(*unusable, 0, _UNUSABLE), "55.5"),
        (*old(*unusable, 60, _UNUSABLE), "66.25"),
    )
    send(state, (*old(*opened, 120), "701"), (*old(*opened, 120), None), (*old(*closed, 40), "9001.5"))


def _add_plans(state: State) -> None:
    change_plans(
        state,
        (299, "2026-05-20", "business"),
        (401, "2026-07-02", "starter"),
        (12, "2026-06-15", "enterprise"),
        (12, "2026-06-15", "starter"),
        (14, "2026-07-20", "standard"),
        (14, "2026-08-05", "business"),
        (15, "2026-02-01", None),
        (16, "2026-08-30", "enterprise"),
        (18, "2026-05-01", "enterprise"),
        (18, "2026-05-01", None),
    )


def _add_prices(state: State) -> None:
    change_prices(
        state,
        ("standard", "egress", "2026-06-21", "0.0799"),
        ("starter", "gpu", "2026-08-20", "1.25"),
        ("standard", "gpu", "2026-08-20", "1.15"),
        ("business", "gpu", "2026-08-20", "1.05"),
        ("enterprise", "gpu", "2026-08-20", "0.95"),
    )


@dataclass(frozen=True)
class Closings:
    """Runs of build_mart.py around the closing of months.

    Attributes:
        closed: The run after August was closed.
        late: The run after records and plans for closed months, some with adjustments on the invoice of August.
        reverted: The run after some of the differences were taken back, and after records of September.
        next: The run after September was closed and more records of closed months arrived.
        between: The run after records arrived, October was closed without a run, and more records arrived.
    """

    closed: Run
    late: Run
    reverted: Run
    next: Run
    between: Run

    @property
    def runs(self) -> list[Run]:
        """All runs, in their order."""
        return [self.closed, self.late, self.reverted, self.next, self.between]


@cache
def closings(graded: Graded) -> Closings:
    """Close three months, with late records before and after each."""
    with graded.copy() as copy:
        close_month(graded, copy, "2026-08-01")
        closed = measured_run(graded, copy)
        send(
            copy,
            ("c1", 17, "egress", "2026-06-09 10:00:00+00", "100"),
            ("c2", 20, "compute", "2026-08-11 10:00:00+00", "7.5"),
        )
        send(
            copy, ("c3", 20, "gpu", "2026-08-11 11:00:00+00", "2"), ("c4", 21, "storage", "2026-09-01 00:00:00+00", "3")
        )
        change_plans(copy, (22, "2026-07-25", "business"))
        late = measured_run(graded, copy)
        send(
            copy,
            ("c1", 17, "egress", "2026-06-09 10:00:00+00", "0"),
            ("c2", 20, "compute", "2026-08-11 10:00:00+00", "7"),
        )
        send(copy, ("c5", 20, "compute", "2026-09-14 11:00:00+00", "12.125"))
        change_plans(copy, (22, "2026-07-25", None))
        reverted = measured_run(graded, copy)
        close_month(graded, copy, "2026-09-01")
        send(
            copy,
            ("c2", 20, "compute", "2026-08-11 10:00:00+00", "9.5"),
            ("c5", 20, "compute", "2026-09-14 11:00:00+00", "11"),
        )
        send(copy, ("c6", 17, "egress", "2026-06-09 12:00:00+00", "20"))
        later = measured_run(graded, copy)
        send(
            copy,
            ("c7", 20, "compute", "2026-10-02 11:00:00+00", "4"),
            ("c6", 17, "egress", "2026-06-09 12:00:00+00", "21"),
        )
        close_month(graded, copy, "2026-10-01")
        send(copy, ("c8", 20, "compute", "2026-10-03 11:00:00+00", "5"))
        return Closings(closed, late, reverted, later, measured_run(graded, copy))


@cache
def old_records_of_all(graded: Graded) -> Run:
    """Run build_mart.py after a thousand records of 280 accounts, from March to August."""
    with graded.copy() as copy:
        copy.postgres.execute("""
            insert into raw.usage (arrived_at, record_id, account_id, product, used_at, quantity)
            select '2026-10-09 09:30:00+00', 'old-' || n, 1 + n * 11 % 280,
                (array['compute', 'egress', 'storage'])[1 + n % 3],
                timestamptz '2026-03-01 05:00:00+00' + n * 37 % 170 * interval '1 day', 1 + n % 90
            from generate_series(1, 1000) n;
        """)
        return measured_run(graded, copy)
