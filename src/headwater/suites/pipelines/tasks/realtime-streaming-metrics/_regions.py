"""Run in another region, which has the data of the start, and without the database."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _agents import expire, many, send
from _readings import GROUP, TOPIC, minutes_in
from _runs import Run, killed_run, measured_run
from _tables import difference, hashes, left_hashes, rows

from headwater.grading import Completed, Graded


@dataclass(frozen=True)
class Region:
    """Runs in another region.

    Attributes:
        first: The first run.
        next: The next one, after new messages.
        committed: The offsets of the group after the first run.
    """

    first: Run
    next: Run
    committed: dict[int, int]


@cache
def region(graded: Graded) -> Region:
    """Run on the data of the start, and once more with new messages."""
    values = many("region", 3, 40)
    with graded.copy(data="starting") as copy:
        first = measured_run(graded, copy)
        committed = copy.kafka.committed(GROUP, TOPIC)
        send(copy, values)
        return Region(first, measured_run(graded, copy, values), committed)


@cache
def killed_first(graded: Graded) -> tuple[Completed, str]:
    """Kill a first run where Kafka has a fifth of the messages. Return the run after it, and what is wrong then."""
    with graded.copy(data="starting") as copy:
        expire(copy, 80)
        killed_run(copy, 0)
        completed = copy.run()
        wrong = difference(rows(copy), minutes_in(copy.kafka.messages(TOPIC)))
        is_same = hashes(copy)["closed minutes"] == left_hashes(graded)["closed minutes"]
        return completed, wrong or ("" if is_same else "the closed minutes are other ones")


@cache
def rebuilt(graded: Graded) -> tuple[Completed, str]:
    """Drop the database where Kafka has a tenth of the messages. Return the run after it, and what is wrong then."""
    with graded.copy() as copy:
        expire(copy, 90)
        copy.clickhouse.execute("drop database analytics sync")
        completed = copy.run()
        return completed, difference(rows(copy), minutes_in(copy.kafka.messages(TOPIC)))
