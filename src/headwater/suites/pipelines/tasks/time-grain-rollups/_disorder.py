"""Let random rows arrive between runs, and find the first wrong figure and what the runs printed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from _chance import Readings, month_of
from _differences import first_difference, same_figures
from _rollups import Key, Rows, all_rows, truth
from _world import World

from headwater.grading import Graded, Result

Months = set[tuple[int, date]]


@dataclass(frozen=True)
class Count:
    """The last line of a run, and the months whose figures, and whose readings, changed before it."""

    line: str
    figures: Months
    readings: Months


@dataclass(frozen=True)
class Disorder:
    """The first fault of the runs, and the numbers of months that they printed until then."""

    fault: Result | None
    counts: list[Count]


@cache
def disorder(graded: Graded) -> Disorder:
    """Let random rows arrive between runs, and compare all figures after each of them."""
    counts: list[Count] = []
    with graded.copy() as copy:
        world = World(copy, seed=71)
        figures, readings = world.expected(), world.gateways.readings()
        for when in world.rounds(6):
            world.send(world.random.choice((0, 4, 12, 40, 60)))
            completed = copy.run()
            if fault := world.fault(f"after {when}", completed):
                return Disorder(fault, counts)
            old_figures, old_readings = figures, readings
            figures, readings = world.expected(), world.gateways.readings()
            counts.append(
                Count(completed.last_line, _changes(old_figures, figures), _changed_readings(old_readings, readings))
            )
        difference = first_difference(all_rows(copy), truth(copy))
        return Disorder(world.fail("after all rounds", difference) if difference else None, counts)


def _month(key: Key) -> tuple[int, date]:
    counter, period = key
    return counter, month_of(counter, period) if isinstance(period, datetime) else period.replace(day=1)


def _changes(old: dict[str, Rows], new: dict[str, Rows]) -> Months:
    return {
        _month(key)
        for grain, rows in new.items()
        for key in old[grain].keys() | rows.keys()
        if not same_figures(old[grain].get(key), rows.get(key), grain)
    }


def _changed_readings(old: Readings, new: Readings) -> Months:
    keys = [key for key in old.keys() | new.keys() if old.get(key) != new.get(key)]
    return {(counter, month_of(counter, at)) for counter, at in keys}
