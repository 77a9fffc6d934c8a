"""Robustness checks: killed nights, batches out of order, an outage, and readers."""

from __future__ import annotations

from _disturbances import disturbed, killed

from headwater.grading import Graded, Result, expect, robust

_LINES = "marts.campaign_daily"


@robust(demand="docs/operations.md#can be killed at any moment")
def killed_nights_are_made_up_for(graded: Graded) -> Result:
    """After nights were killed at different points, the next one makes the lines of all days right."""
    night = killed(graded).night
    return expect(night.completed.exit_code == 0 and not night.faults[_LINES], night.faults[_LINES] or night.message)


@robust(demand="docs/operations.md#the next one makes up for it")
def killed_nights_leave_reports_right(graded: Graded) -> Result:
    """After nights were killed at different points, the next one makes the reports right."""
    night = killed(graded).night
    fault = next((fault for name, fault in night.faults.items() if name != _LINES and fault), "")
    return expect(night.completed.exit_code == 0 and not fault, fault or night.message)


@robust(demand="docs/collectors.md#Collectors seal independently of each other")
def batches_are_loaded_in_any_order(graded: Graded) -> Result:
    """A batch that is sealed after others with higher numbers and later times is loaded by the next night."""
    night = disturbed(graded).late
    return expect(night.is_good, night.message)


@robust(demand="consumers/pacing.py#be those of the same night")
def readers_see_whole_days(graded: Graded) -> Result:
    """While a night is in progress, a reader sees the lines of a day from before it or from after it."""
    seen = disturbed(graded)
    return expect(
        not seen.failed and not seen.between,
        f"{len(seen.between)} states in between; {seen.failed or 'all queries were answered'}",
    )


@robust(demand="consumers/pacing.py#must be there at any moment")
def readers_are_never_refused(graded: Graded) -> Result:
    """While a night is in progress, all queries on marts.campaign_daily are answered, and find the day's lines."""
    seen = disturbed(graded)
    return expect(not seen.failed and "0" not in seen.between, seen.failed or f"states in between: {seen.between[:3]}")


@robust(demand="docs/operations.md#cannot be reached or refuses something")
def an_outage_is_made_up_for(graded: Graded) -> Result:
    """A night without ClickHouse ends with 1, and the next one does its work."""
    outcome = disturbed(graded)
    return expect(
        outcome.away.exit_code == 1 and outcome.next.is_good,
        f"without ClickHouse it ended with {outcome.away.exit_code}; the next one: {outcome.next.message}",
    )
