"""Readings of weeks from a host without a connection, and readings of all documented years in one run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache

from _agents import BEGIN_MS, BOOT, send
from _fleet import Reading, first_format, second_format
from _readings import minutes
from _runs import Run, measured_run
from _tables import difference, rows

from headwater.grading import Graded, QueryError, State

DAYS = 14
MESSAGES = 807
"""The messages with these readings. Each has up to a hundred."""

_EACH = 100
_LATEST = 2 * 1440 * DAYS
_LATE = (1_000, 1_001, 20_000, 20_003, 33_333, 40_000)


@dataclass(frozen=True)
class Weeks:
    """Runs after many readings.

    Attributes:
        all: After the readings of two weeks, two in a minute, of a counter and a gauge.
        late: After six of the counter that came later. What is wrong after it can also have been wrong before.
        years: After readings in each month from 2020 to 2099.
        next: After one more reading.
    """

    all: Run
    late: Run
    years: Run
    next: Run


def _readings() -> list[Reading]:
    found = []
    for number in range(1, _LATEST + 1):
        at = BEGIN_MS + 30_000 * number + number % 7
        found.append(Reading("weeks", ("requests", BOOT, number), ("counter", at, number * 1_500 % 9_000_000)))
        found.append(Reading("weeks", ("load", BOOT, number), ("gauge", at, number * 37 % 4_001)))
    return found


def _months() -> list[Reading]:
    """Return readings of a counter in the first minute of each month."""
    months = [datetime(year, month, 1, tzinfo=UTC) for year in range(2020, 2100) for month in range(1, 13)]
    return [
        Reading("years", ("requests", BOOT, place + 1), ("counter", round(month.timestamp()) * 1000, place * 2_000))
        for place, month in enumerate(months)
    ]


@cache
def weeks(graded: Graded) -> Weeks:
    """Send readings of two weeks and then some that were missing, and after that readings of eighty years."""
    readings, months = _readings(), _months()
    late = [each for each in readings if each.identity[0] == "requests" and each.identity[2] in _LATE]
    first = [each for each in readings if each not in late]
    messages = [second_format(first[begin : begin + _EACH]) for begin in range(0, len(first), _EACH)]
    with graded.copy() as copy:
        send(copy, [*messages[1::2], *messages[::2]])
        everything = measured_run(graded, copy, compares=False)
        send(copy, [second_format(late)])
        after = _compared(measured_run(graded, copy, compares=False), copy, readings)
        send(copy, [*map(first_format, months[:-1:7]), second_format(months[:-1])])
        years = _compared(measured_run(graded, copy, compares=False), copy, months[:-1])
        send(copy, [first_format(months[-1])])
        last = _compared(measured_run(graded, copy, compares=False), copy, months)
        return Weeks(everything, after, years, last)


def _compared(run: Run, copy: State, readings: list[Reading]) -> Run:
    """Return a run with what is wrong in the minutes of the readings, which are of one host."""
    host = readings[0].host
    right = minutes(host, {reading.identity: reading.taken for reading in readings})
    try:
        return replace(run, fault=difference(rows(copy, [host]), right))
    except QueryError as error:
        return replace(run, fault=f"ClickHouse refuses: {error}")
