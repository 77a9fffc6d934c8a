"""Robustness checks: figures follow corrections, withdrawals, new counters, clock skew and DST changes."""

from __future__ import annotations

from _days import Run, days, describe_end
from _disorder import disorder
from _interruptions import killed, paused
from _rollups import Key, fault

from headwater.grading import Graded, Result, expect, robust


def _is_right(run: Run, counter: int, *months: str) -> Result:
    def chosen(key: Key) -> bool:
        return key[0] == counter and (not months or f"{key[1]:%Y-%m}" in months)

    mismatch = fault(run.found, run.expected, chosen)
    return expect(
        run.completed.exit_code == 0 and not mismatch, f"{describe_end(run.completed)}; {mismatch or 'all is right'}"
    )


@robust(demand="docs/operations.md#months later", required=True)
def corrections_of_long_ago_count(graded: Graded) -> Result:
    """Corrected readings from five months ago change the figures for their hours, day and month."""
    return _is_right(days(graded).corrected, 3)


@robust(demand="docs/rollups.md#withdrawn")
def withdrawn_days_vanish(graded: Graded) -> Result:
    """After all readings from a day are withdrawn, the day and its hours have no rows."""
    return _is_right(days(graded).corrected, 4)


@robust(demand="docs/rollups.md#the highest `revision` counts")
def lower_revisions_change_nothing(graded: Graded) -> Result:
    """A lower revision that arrives later does not count."""
    return _is_right(days(graded).corrected, 7)


@robust(demand="docs/operations.md#ten minutes later")
def rows_that_come_behind_count(graded: Graded) -> Result:
    """Rows count even if their `received_at` is earlier than that of existing rows."""
    results = [_is_right(days(graded).behind, counter) for counter in (5, 6)]
    return expect(all(each.passed for each in results), "; ".join(each.message for each in results))


@robust(demand="docs/rollups.md#put back in autumn")
def the_repeated_hour_is_two_hours(graded: Graded) -> Result:
    """On the nights at the end of DST, the repeated hour has two rows, and no quarter of an hour is lost."""
    results = [_is_right(days(graded).autumn, counter, "2025-10", "2025-11") for counter in (1, 6)]
    return expect(all(each.passed for each in results), "; ".join(each.message for each in results))


@robust(demand="docs/operations.md#in any time zone")
def new_counters_have_their_own_clocks(graded: Graded) -> Result:
    """A new counter with a UTC offset of 5:45 gets the right hours and days."""
    return _is_right(days(graded).autumn, 40)


@robust(demand="docs/rollups.md#the one with the highest `revision` counts", required=True)
def rows_in_any_order_give_the_same_figures(graded: Graded) -> Result:
    """After each of 12 runs, all figures of eight new counters follow the random rows that arrived until then."""
    return disorder(graded).fault or expect(True, "all figures are right after each run")


@robust(demand="docs/operations.md#It can be stopped at any moment", required=True)
def killed_runs_are_made_up_for(graded: Graded) -> Result:
    """After runs that are killed while rows arrive, periods are whole, and the next run puts all figures right."""
    return killed(graded)


@robust(demand="docs/operations.md#readers", required=True)
def readers_find_each_period_once(graded: Graded) -> Result:
    """In the middle of runs, readers find each period once, as before or after; rows that arrive then are counted."""
    return paused(graded)
