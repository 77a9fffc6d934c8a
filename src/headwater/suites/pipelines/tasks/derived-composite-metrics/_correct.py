"""Correctness checks: each metric follows its definition on each day."""

from __future__ import annotations

from _metrics import COUNTS, RATIOS, difference, expected_figures, final_rows

from headwater.grading import Graded, Result, correct, expect


def _are_right(graded: Graded, *columns: str) -> Result:
    fault = difference(final_rows(graded), expected_figures(graded), *columns)
    return expect(not fault, fault or f"{', '.join(columns)} are right on {len(expected_figures(graded))} days")


@correct(demand="docs/metrics.md#04:00 UTC")
def sessions_and_users_are_counted(graded: Graded) -> Result:
    """Sessions, daily users and weekly users are counted without duplicate events or internal users."""
    return _are_right(graded, "sessions", "active_users", "weekly_users")


@correct(demand="docs/metrics.md#conversions")
def conversions_belong_to_their_trials(graded: Graded) -> Result:
    """A trial converts if a payment follows within two weeks, to the millisecond, and counts on the trial's day."""
    return _are_right(graded, "trials", "conversions")


@correct(demand="docs/metrics.md#events")
def revenue_is_net(graded: Graded) -> Result:
    """Revenue is payments minus refunds, and a user who only used a coupon is not a paying user."""
    return _are_right(graded, "revenue", "paying_users")


@correct(demand="docs/metrics.md#nothing to divide by")
def ratios_follow_from_their_parts(graded: Graded) -> Result:
    """Ratios are computed from the other columns, and are NULL if the denominator is zero."""
    return _are_right(graded, *RATIOS)


@correct(demand="docs/metrics.md#also for days without events")
def every_day_is_there_once(graded: Graded) -> Result:
    """Each day from the first to the last has exactly one row, with zeros if it has no events."""
    days = [row["day"] for row in final_rows(graded)]
    quiet = [day for day, each in expected_figures(graded).items() if not each["sessions"]]
    zeros = [row for row in final_rows(graded) if row["day"] in quiet and not any(row[name] for name in COUNTS[2:])]
    return expect(
        sorted(days) == sorted(expected_figures(graded)) and len(zeros) == len(quiet),
        f"{len(days)} rows for {len(expected_figures(graded))} days; "
        f"{len(zeros)} of {len(quiet)} days without sessions have zeros",
    )
