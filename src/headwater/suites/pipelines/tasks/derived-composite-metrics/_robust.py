"""Robustness checks: the job handles late and duplicate events, scheduler outages, and a database without events."""

from __future__ import annotations

from _metrics import weeks

from headwater.grading import Graded, Result, expect, robust


def _is_right(graded: Graded, name: str) -> Result:
    fault = weeks(graded)[name].fault
    return expect(not fault, fault or "every day is right")


@robust(demand="docs/operations.md#come up to 3 days after")
def late_events_change_their_days(graded: Graded) -> Result:
    """Events that arrive three days late count on the days on which they happened."""
    return _is_right(graded, "late")


@robust(demand="docs/operations.md#scheduler stands still for days")
def an_outage_is_made_up_for(graded: Graded) -> Result:
    """A run after a gap of ten days adds rows for all the missed days and counts conversions of earlier trials."""
    return _is_right(graded, "outage")


@robust(demand="docs/operations.md#every hour")
def new_days_follow(graded: Graded) -> Result:
    """The next run adds new days, and their weekly figures include the days before them."""
    return _is_right(graded, "again")


@robust(demand="docs/operations.md#without events")
def no_events_are_no_failure(graded: Graded) -> Result:
    """On a database without events, a run succeeds."""
    completed = weeks(graded)["nothing"].completed
    last = (completed.stdout.strip().splitlines() or [""])[-1]
    return expect(
        completed.exit_code == 0 and last == "days=0",
        f"without events the run exited with {completed.exit_code} and {last[:80]!r} ({completed.last_line[:120]})",
    )
