"""Performance checks: few connection attempts while Postgres is not ready, and no delay once it is."""

from __future__ import annotations

from functools import cache
from statistics import median

from _late import STARTING_UP, Ready, Refusing
from _starts import Start, command, start

from headwater.grading import Graded, Result, expect, performant

REFUSALS = 9
AGREED_SEC = 3
DEADLINE_SEC = (REFUSALS + 3) * AGREED_SEC
"""Enough for a start that retries every three seconds, but not for one that doubles its pauses without a limit."""

ATTEMPTS = 4
LEAST_SEC = 1.5
"""The minimum for these attempts: two seconds would be exactly twice a second, and slightly more is allowed."""


@cache
def _long_wait(graded: Graded) -> Start:
    return start(graded, Refusing(REFUSALS, *STARTING_UP), Ready(), deadline_sec=DEADLINE_SEC)


@performant(demand="docs/start.md#twice a second")
def asks_rarely(graded: Graded) -> Result:
    """While Postgres starts up, the program connects at most about twice a second."""
    attempts = _long_wait(graded).late.connection_times[:REFUSALS]
    spans = [last - first for first, last in zip(attempts, attempts[ATTEMPTS:], strict=False)]
    return expect(
        bool(spans) and median(spans) >= LEAST_SEC,
        f"{len(attempts)} attempts; the median time for {ATTEMPTS} of them is {median(spans):.1f} s"
        if spans
        else f"{len(attempts)} attempts",
    )


@performant(demand="docs/start.md#three seconds after Postgres is ready")
def asks_often_enough(graded: Graded) -> Result:
    """The program connects at least every three seconds, however long Postgres takes."""
    attempt = _long_wait(graded)
    return expect(
        attempt.is_up,
        f"a Postgres that is ready after {REFUSALS} refusals was asked {len(attempt.late.connection_times)} times in "
        f"{DEADLINE_SEC} s; {attempt.ended}; {attempt.fault}",
    )


@performant(demand="docs/start.md#must not be slower")
def a_ready_database_is_not_waited_for(graded: Graded) -> Result:
    """If Postgres is ready, the start takes at most 1.5 times as long as with the reference, plus three seconds."""
    with graded.copy() as copy, graded.reference_copy() as reference:
        runs = [(copy.run(command(graded)), reference.run(command(graded))) for _ in range(2)]
    agent_seconds, reference_seconds = (
        min(completed.seconds for completed in each) for each in zip(*runs, strict=True)
    )
    return expect(
        all(completed.exit_code == 0 for completed, _ in runs) and agent_seconds <= 1.5 * reference_seconds + 3,
        f"with Postgres ready the start took {agent_seconds:.1f} s; the reference takes {reference_seconds:.1f} s",
    )
