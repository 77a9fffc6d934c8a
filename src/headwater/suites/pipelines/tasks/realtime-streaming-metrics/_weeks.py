"""Readings of weeks from a site without a connection, and readings of all documented years in one run."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from _agents import BEGIN_MS, BOOT, send, several
from _fleet import Reading, first_format, second_format
from _runs import Run, measured_run

from headwater.grading import Graded

DAYS, HOSTS = 14, ("weeks-1", "weeks-2")
_EACH = 400
_LATE = (1_000, 1_001, 20_000, 20_003, 33_333, 40_000)
_LATEST = 2 * 1440 * DAYS


@dataclass(frozen=True)
class Weeks:
    """Runs after many readings.

    Attributes:
        all: After the readings of two weeks, two of them a minute, in few messages.
        readings: The number of these readings.
        messages: The number of these messages.
        late: After six of them that came later.
        years: After readings in each month from 2020 to 2099.
        after_years: After one more reading.
    """

    all: Run
    readings: int
    messages: int
    late: Run
    years: Run
    after_years: Run


def _readings(host: str) -> list[Reading]:
    found = []
    for number in range(1, _LATEST + 1):
        at = BEGIN_MS + 30_000 * number + number % 7
        found.append(Reading(host, ("requests", BOOT, number), ("counter", at, number * 1_500 % 9_000_000)))
        found.append(Reading(host, ("load", BOOT, number), ("gauge", at, number * 37 % 4_001)))
    return found


def _years() -> list[bytes]:
    """Return readings of a counter in the first minute of each month."""
    months = [datetime(year, month, 1, tzinfo=UTC) for year in range(2020, 2100) for month in range(1, 13)]
    times = [round(month.timestamp()) * 1000 for month in months]
    readings = [
        Reading("years", ("requests", BOOT, number + 1), ("counter", at, number * 2_000))
        for number, at in enumerate(times)
    ]
    return [first_format(reading) for reading in readings[::7]] + [second_format(readings[1::2])]


@cache
def weeks(graded: Graded) -> Weeks:
    """Send readings of two weeks and then some that were missing, and after that readings of eighty years."""
    late = {("weeks-1", "requests", number) for number in _LATE}
    messages, missing = [], []
    for host in HOSTS:
        readings = _readings(host)
        first = [each for each in readings if (host, each.identity[0], each.identity[2]) not in late]
        missing += [each for each in readings if (host, each.identity[0], each.identity[2]) in late]
        messages += [second_format(first[begin : begin + _EACH]) for begin in range(0, len(first), _EACH)]
    sent: list[bytes | None] = [*messages[1::2], *messages[::2]]
    count = 2 * len(HOSTS) * _LATEST - len(missing)
    with graded.copy() as copy:
        send(copy, sent)
        everything = measured_run(graded, copy, sent)
        sent += (more := [second_format(missing)])
        send(copy, more)
        after = measured_run(graded, copy, sent)
        sent += (years := _years())
        send(copy, years)
        all_years = measured_run(graded, copy, sent)
        sent += (last := [several("years", ("load", 1, 5, 1_250))])
        send(copy, last)
        return Weeks(everything, count, len(messages), after, all_years, measured_run(graded, copy, sent))
