"""Measure the load that runs put on Postgres, and the size of their messages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from _orders import lengths, since
from _traffic import checkout, write

from headwater.grading import Completed, Graded, State

_MESSAGES = 2_000
_LOOK_UPS = """
    select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) from pg_stat_user_tables
    where schemaname = 'registry' and relname = 'schemas'
"""
_READ = "select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) from pg_stat_user_tables"
_WRITTEN = "select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) from pg_stat_user_tables"
_COMMITS = "select xact_commit from pg_stat_database where datname = current_database()"


@dataclass(frozen=True)
class Cost:
    """A run's load on Postgres.

    Attributes:
        run: The run.
        look_ups: How often the registry's table was scanned.
        transactions: How many transactions were committed.
        rows_read: How many table rows were read.
        rows_written: How many rows were written.
    """

    run: Completed
    look_ups: int
    transactions: int
    rows_read: int
    rows_written: int


@dataclass(frozen=True)
class Load:
    """Measurements of runs with thousands of new messages and with none.

    Attributes:
        publish: The load of publish.py.
        totals: The load of totals.py.
        idle: The load of a run with nothing to do.
        plain: The sizes of messages without a region, in bytes.
        with_region: The sizes of messages with a region, in bytes.
    """

    publish: Cost
    totals: Cost
    idle: Cost
    plain: list[int]
    with_region: list[int]


def _counts(state: State) -> list[int]:
    # A session reports its statistics when it ends.
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.5)")
    return [int(state.postgres.scalar(sql) or 0) for sql in (_LOOK_UPS, _COMMITS, _READ, _WRITTEN)]


def cost(state: State, command: str) -> Cost:
    """Run a command, and count what it does in Postgres."""
    before = _counts(state)
    run = state.run(command)
    return Cost(run, *(after - earlier for after, earlier in zip(_counts(state), before, strict=True)))


@cache
def load(graded: Graded) -> Load:
    """Write many checkouts, run both programs, and then run once with nothing to do."""
    with graded.copy() as copy:
        copy.postgres.execute("analyze")
        before = lengths(copy)
        new: list[tuple[int, str, dict[str, Any]]] = [
            checkout(number, persons=2, **({"region": "south"} if number % 2 else {}))
            for number in range(1, _MESSAGES + 1)
        ]
        write(copy, new)
        publish = cost(copy, "python3 publish.py")
        sizes: dict[int, int] = {}
        for message in since(copy, before):
            sizes[int(bytes(message.headers.get("checkout") or b"0"))] = len(message.value or b"")
        totals = cost(copy, "python3 totals.py")
        copy.postgres.execute("analyze")
        idle = cost(copy, "sh minute.sh")
        regions = {number: bool(content.get("region")) for number, _, content in new}
        return Load(
            publish,
            totals,
            idle,
            [size for number, size in sizes.items() if not regions.get(number, True)],
            [size for number, size in sizes.items() if regions.get(number)],
        )
