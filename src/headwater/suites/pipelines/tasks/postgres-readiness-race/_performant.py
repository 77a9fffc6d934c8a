"""Performant: few questions while Postgres is away, and no delay once it is there."""

from __future__ import annotations

from functools import cache

from _late import STARTING_UP, Ready, Refusing
from _starts import Start, command, start

from headwater.grading import Graded, Result, expect, performant

AWAY_SEC = 9
AGREED_SEC = 3
SLACK_SEC = 3


@cache
def _long_wait(graded: Graded) -> Start:
    return start(graded, Refusing(AWAY_SEC, *STARTING_UP), Ready(), deadline_sec=28)


@performant(demand="docs/start.md#twice a second")
def asks_rarely(graded: Graded) -> Result:
    """While Postgres starts up it is asked about twice a second."""
    attempt = _long_wait(graded)
    asked = sum(1 for moment in attempt.late.asked if moment < attempt.late.ready_at)
    return expect(
        attempt.is_up and 2 <= asked <= 2 * AWAY_SEC + 4,
        f"in {AWAY_SEC} s a start asked {asked} times, and {attempt.ended}; {attempt.fault}",
    )


@performant(demand="docs/start.md#three seconds after Postgres is ready")
def is_up_soon_after_the_database(graded: Graded) -> Result:
    """The start notices within three seconds that Postgres is ready, however long that took."""
    attempt = _long_wait(graded)
    later = min(attempt.late.served, default=float("inf")) - attempt.late.ready_at
    return expect(
        attempt.is_up and later <= AGREED_SEC + SLACK_SEC,
        f"Postgres was ready after {AWAY_SEC} s, and asked {later:.1f} s after that; {attempt.ended}",
    )


@performant(demand="docs/start.md#must not be slower")
def a_ready_database_is_not_waited_for(graded: Graded) -> Result:
    """A start that finds Postgres ready has no pauses: three seconds beyond what the reference takes is one."""
    with graded.copy() as copy, graded.reference_copy() as reference:
        runs = [(copy.run(command(graded)), reference.run(command(graded))) for _ in range(2)]
    mine, theirs = (min(completed.seconds for completed in each) for each in zip(*runs, strict=True))
    return expect(
        all(completed.exit_code == 0 for completed, _ in runs) and mine <= 1.5 * theirs + 3,
        f"with Postgres ready the start took {mine:.1f} s; the reference takes {theirs:.1f} s",
    )
