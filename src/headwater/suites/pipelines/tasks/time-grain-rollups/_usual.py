"""Simulate usual runs at the end of a month: each has a new reading from every counter, and a few corrections."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _days import Run, measured_run

from headwater.grading import Graded, State

_TICKS = 6
_LAST = "(select max(received_at) from counts.readings)"


@dataclass(frozen=True)
class Page:
    """How many rows the query of a page read, and how many its table has."""

    name: str
    read: int
    rows: int


@dataclass(frozen=True)
class Usual:
    """The runs, the number of readings, and the cost of the pages after the runs."""

    ticks: list[Run]
    readings: int
    pages: list[Page]


@cache
def usual(graded: Graded) -> Usual:
    """Let a quarter of an hour pass before each run, and measure each of them."""
    with graded.copy() as copy:
        ticks = []
        for tick in range(_TICKS):
            _pass_time(copy, tick)
            ticks.append(measured_run(copy, 2, 7))
        readings = int(copy.clickhouse.scalar("select count() from counts.readings"))
        return Usual(ticks, readings, [_page(graded, copy, "weeks", "daily"), _page(graded, copy, "year", "monthly")])


def _pass_time(state: State, tick: int) -> None:
    """Insert the next reading of each counter, and corrections of some from the last days."""
    state.clickhouse.execute(
        f"""
        insert into counts.readings
        select counter_id, toDateTime('2025-04-29 12:00:00', 'UTC') + 900 * {tick}, 0, 5 + counter_id + {tick}, 12.5,
               {_LAST} + 590 + counter_id
        from counts.counters
        """
    )
    state.clickhouse.execute(
        f"""
        insert into counts.readings
        select counter_id, at, max(revision) + 1, 40 + {tick}, 9.25, {_LAST}
        from counts.readings where counter_id = {1 + tick % 8} and at >= toDateTime('2025-04-26 12:00:00', 'UTC')
        group by counter_id, at order by at limit 6
        """
    )


def _page(graded: Graded, state: State, page: str, grain: str) -> Page:
    read = state.clickhouse.rows_read((graded.workspace.shipped_text(f"dashboards/{page}.sql") or "").strip())
    return Page(page, read, int(state.clickhouse.scalar(f"select count() from rollups.{grain}")))
