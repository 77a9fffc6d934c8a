"""Let random rows arrive between runs, close months and rebuild; find the first wrong row and what the runs printed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _model import read_open_month
from _runs import REBUILD, Run, measured_run, printed_counts
from _world import World

from headwater.grading import Graded, Result, State

_NIGHTS = 12
_CLOSINGS = (3, 7, 10)
_REBUILDS = (5, 9)


@dataclass(frozen=True)
class Count:
    """The numbers that a run printed, and the right ones: new records and adjustments in the open month."""

    found: tuple[int, int] | None
    right: tuple[int, int]


@dataclass(frozen=True)
class Nights:
    """The first fault of some nights, the counts of the runs until then, and a run without news after them."""

    fault: Result | None
    counts: list[Count]
    idle: Run | None


@cache
def nights(graded: Graded) -> Nights:
    """Let random rows arrive, months be closed and the mart be rebuilt, and compare the new accounts after each run."""
    counts: list[Count] = []
    with graded.copy() as copy:
        world = World(graded, copy, seed=29)
        for number in range(1, _NIGHTS + 1):
            known = world.sources.records
            world.add_some()
            if number in _CLOSINGS:
                world.close()
                world.add_some()
            is_rebuild = number in _REBUILDS
            if number == _REBUILDS[-1]:
                _damage(copy)
                world.sources.note("all tables of mart emptied")
            completed = copy.run(REBUILD if is_rebuild else None)
            world.sources.note(f"run {number}")
            if fault := world.fault(f"after run {number} of {_NIGHTS}{', a rebuild' if is_rebuild else ''}", completed):
                return Nights(fault, counts, None)
            records = _count(copy, "raw.usage") if is_rebuild else world.sources.records - known
            counts.append(Count(printed_counts(completed), (records, _posted(copy))))
        return Nights(None, counts, measured_run(graded, copy))


def _damage(state: State) -> None:
    """Empty all tables of the mart, those of the agent's as well."""
    names = state.postgres.query("select quote_ident(tablename) from pg_tables where schemaname = 'mart'")
    state.postgres.execute("truncate " + ", ".join(f"mart.{name}" for (name,) in names))


def _count(state: State, table: str) -> int:
    return int(state.postgres.scalar(f"select count(*) from {table}"))


def _posted(state: State) -> int:
    return int(
        state.postgres.scalar("select count(*) from mart.adjustments where month = %s", [read_open_month(state)])
    )
