"""Run sync.py while a transaction stays open, and on machines whose clocks differ."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache

from _closed import describe_errors
from _sales import change, difference, only, report_fault
from _scenarios import measured

from headwater.grading import Completed, Graded, State

# Python imports this module first in each program of the run.
_MODULE = "sitecustomize"
_CLOCK = """
import contextlib, datetime, os, time

# Compiled modules need the real class, so they are imported before it is replaced.
for name in ("psycopg", "clickhouse_connect", "numpy", "pandas", "pyarrow"):
    with contextlib.suppress(ImportError):
        __import__(name)

_AHEAD = int(os.environ["CLOCK_AHEAD"])
_time, _time_ns, _datetime = time.time, time.time_ns, datetime.datetime
_gmtime, _localtime = time.gmtime, time.localtime


class _Meta(type):
    def __instancecheck__(cls, value):
        return isinstance(value, _datetime)


class _Moved(_datetime, metaclass=_Meta):
    @classmethod
    def now(cls, tz=None):
        return _datetime.now(tz) + datetime.timedelta(seconds=_AHEAD)

    @classmethod
    def utcnow(cls):
        return _datetime.now(datetime.timezone.utc).replace(tzinfo=None) + datetime.timedelta(seconds=_AHEAD)

    @classmethod
    def today(cls):
        return cls.now()


_Moved.__name__ = _Moved.__qualname__ = "datetime"
_Moved.__module__ = "datetime"
datetime.datetime = _Moved
time.time = lambda: _time() + _AHEAD
time.time_ns = lambda: _time_ns() + _AHEAD * 1_000_000_000
time.gmtime = lambda seconds=None: _gmtime(time.time() if seconds is None else seconds)
time.localtime = lambda seconds=None: _localtime(time.time() if seconds is None else seconds)
"""
# A transaction that writes before others, and commits when the file .release exists.
_SLOW = r"""
import time
from pathlib import Path
import psycopg

with psycopg.connect("") as slow:
    slow.execute("update app.sales set note = 'late' where sale_id between 61001 and 61020")
    slow.execute("delete from app.sales where sale_id between 61021 and 61030")
    slow.execute(
        "insert into app.sales (sale_id, customer_id, product, amount, currency, sold_at, status, updated_at) "
        "select n, 7, 'Book late', 1, 'EUR', '2026-07-07', 'paid', '2026-07-07' from generate_series(180001, 180005) n"
    )
    Path(".waits").touch()
    for _ in range(1000):
        if Path(".release").exists():
            break
        time.sleep(0.1)
"""
_WAIT = "for n in $(seq 300); do [ -e .waits ] && break; sleep 0.1; done; test -e .waits"


@dataclass(frozen=True)
class Slow:
    """Runs while a transaction is open that began before others.

    Attributes:
        codes: The exit codes of all runs.
        idle: A run without changes, as `measured` returns it.
        few: A run after five changes, as `measured` returns it.
        updated: How the sales differ that the transaction updated, after a run that follows its commit.
        deleted: How the sales differ that the transaction deleted, after this run.
        inserted: How the sales differ that the transaction inserted, after this run.
        wrong: How ClickHouse is wrong after this run.
    """

    codes: list[int]
    idle: tuple[Completed, int, int, int]
    few: tuple[Completed, int, int, int]
    updated: str
    deleted: str
    inserted: str
    wrong: str


@cache
def slow_transaction(graded: Graded) -> Slow:
    """Hold a transaction open while thousands of sales change and runs work, and let it commit."""
    with graded.copy() as copy:
        copy.write(".slow", _SLOW)
        holder = threading.Thread(target=copy.run, args=("python3 -I .slow",), kwargs={"timeout_sec": 150})
        holder.start()
        try:
            runs = [copy.run(_WAIT)]
            change(copy, "update app.sales set note = 'quick' where sale_id % 11 = 5 and sale_id > 62000;")
            runs.append(copy.run())
            idle = measured(copy)
            change(copy, "update app.sales set note = 'few' where sale_id between 80001 and 80005;")
            few = measured(copy)
        finally:
            copy.write(".release", "")
            holder.join()
        change(copy, "update app.sales set note = 'later' where sale_id = 90001;")
        runs += [idle[0], few[0], copy.run()]
        places = "between 61001 and 61020", "between 61021 and 61030", "between 180001 and 180005"
        updated, deleted, inserted = (difference(*only(copy, f"sale_id {place}")) for place in places)
        codes = [run.exit_code for run in runs]
        return Slow(codes, idle, few, updated, deleted, inserted, describe_errors(graded, copy))


@dataclass(frozen=True)
class Clocks:
    """Runs on a machine whose clock is ahead, and then on one whose clock is behind.

    Attributes:
        codes: The exit codes of the runs.
        updated: How the sales differ that were updated before both runs.
        deleted: How the sales differ that were updated before the first run and deleted before the second.
        returned: How the sales differ that were deleted before the first run and came back before the second.
        report: How the results of the monthly report differ.
        next: A run without changes after both, as `measured` returns it.
    """

    codes: list[int]
    updated: str
    deleted: str
    returned: str
    report: str
    next: tuple[Completed, int, int, int]


@cache
def other_clocks(graded: Graded) -> Clocks:
    """Run sync.py with a clock 50 minutes ahead, and after other changes with one 50 minutes behind."""
    with graded.copy() as copy:
        write_clock(copy)
        change(copy, "create table app.kept as select * from app.sales where sale_id between 95001 and 95020;")
        change(copy, "update app.sales set amount = 11, note = 'one' where sale_id % 4000 in (1, 2, 3);")
        change(copy, "delete from app.sales where sale_id between 95001 and 95020;")
        first = run_ahead(copy, 3_000)
        change(copy, "update app.sales set amount = 22, note = 'two' where sale_id % 4000 in (1, 2);")
        change(copy, "delete from app.sales where sale_id % 4000 = 3;")
        change(copy, "insert into app.sales select * from app.kept; drop table app.kept;")
        second = run_ahead(copy, -3_000)
        places = "sale_id % 4000 in (1, 2)", "sale_id % 4000 = 3", "sale_id between 95001 and 95020"
        updated, deleted, back = (difference(*only(copy, f"{place} and sale_id > 50000")) for place in places)
        codes = [first.exit_code, second.exit_code]
        return Clocks(codes, updated, deleted, back, report_fault(graded, copy, "month"), measured(copy))


def write_clock(copy: State) -> None:
    """Write the module with which `run_ahead` moves the clock of Python programs."""
    copy.write(f".clock/{_MODULE}.py", _CLOCK)


def run_ahead(copy: State, seconds: int) -> Completed:
    """Run sync.py with another clock."""
    return copy.run(env={"PYTHONPATH": ".clock", "CLOCK_AHEAD": str(seconds)})
