"""Correctness checks: the mart is exact, and stays exact whatever arrives late, before and after months are closed."""

from __future__ import annotations

from _arrivals import arrivals, closings
from _model import at_start, fault
from _runs import Run

from headwater.grading import Graded, Result, correct, expect


@correct(demand="docs/billing.md#the plan of the account on that day", required=True)
def open_days_are_exact(graded: Graded) -> Result:
    """Days of the open month have the plans, quantities and amounts that follow from the sources."""
    return _exact(graded, "open")


@correct(demand="docs/billing.md#What has been invoiced does not change", required=True)
def closed_months_are_as_invoiced(graded: Graded) -> Result:
    """Days of closed months have the rows of the invoices, and no others."""
    return _exact(graded, "closed")


@correct(demand="docs/billing.md#less what has been invoiced", required=True)
def adjustments_are_exact(graded: Graded) -> Result:
    """mart.adjustments has exactly the differences between what is due and what has been invoiced."""
    return _exact(graded, "adjustments")


def _exact(graded: Graded, part: str) -> Result:
    message = fault(graded, at_start(graded), part)
    return expect(not message, message or "all rows are right")


def _good(*runs: Run) -> Result:
    return expect(all(run.is_good for run in runs), next((run for run in runs if not run.is_good), runs[-1]).message)


@correct(demand="docs/usage.md#offline for ten weeks")
def a_box_comes_back_after_ten_weeks(graded: Graded) -> Result:
    """The records of a box that was offline for ten weeks are on their days, or adjusted if these are closed."""
    return _good(arrivals(graded).offline)


@correct(demand="docs/usage.md#repeated-records")
def corrected_records_count(graded: Graded) -> Result:
    """The last usable row of a record counts, in open and in closed months, also if its quantity is 0."""
    return _good(arrivals(graded).corrected)


@correct(demand="docs/plans.md#always apply from")
def late_plans_apply_from_their_day(graded: Graded) -> Result:
    """Plans that are entered late, corrected, withdrawn or announced apply to the days for which they are valid."""
    return _good(arrivals(graded).plans)


@correct(demand="docs/plans.md#was agreed later")
def late_prices_apply_from_their_day(graded: Graded) -> Result:
    """Prices with retroactive effect apply to usage from their first day on."""
    return _good(arrivals(graded).prices)


@correct(demand="docs/billing.md#a further difference is posted", required=True)
def invoiced_adjustments_stay(graded: Graded) -> Result:
    """After August is closed, its adjustments stay, and further differences are posted in September."""
    results = closings(graded)
    return _good(results.closed, results.late)


@correct(demand="docs/billing.md#posted anew in each run")
def differences_are_netted(graded: Graded) -> Result:
    """Differences that are taken back in the same month vanish, and those of the next month are posted there."""
    results = closings(graded)
    return _good(results.reverted, results.next)
