"""Robustness checks: the backfill handles further exports, interrupted runs, and concurrent inserts and reads."""

from __future__ import annotations

from functools import cache

from _live import Live, run_beside_others
from _site import ALONE, after_exports
from _usage import ending, wrong

from headwater.grading import Graded, Result, expect, robust


@cache
def _live(graded: Graded) -> Live:
    with graded.copy(data="starting") as copy:
        return run_beside_others(copy)


@robust(demand="docs/history.md#another export can come at any time")
def another_export_corrects_closed_months(graded: Graded) -> Result:
    """The events are right after an export with corrections, cancellations, moved records and new records."""
    there = after_exports(graded)
    fault = there.corrected_fault
    return expect(there.corrected.exit_code == 0 and not fault, f"{ending(there.corrected)}; {fault or 'all is right'}")


@robust(demand="docs/operations.md#again after a run that was killed")
def a_run_goes_on_where_one_broke_off(graded: Graded) -> Result:
    """After runs that are killed after one, two and four seconds, a complete run produces the right state."""
    with graded.copy(data="starting") as copy:
        for seconds in (1, 2, 4):
            copy.run(f"timeout -s KILL {seconds} python3 backfill.py", timeout_sec=30)
        completed = copy.run()
        fault = wrong(copy)
        left = sorted(set(copy.clickhouse.tables()) - set(graded.starting.clickhouse.tables()))
    return expect(
        completed.exit_code == 0 and not fault and not left,
        f"{ending(completed)}; {fault or 'all is right'}; leftover tables: {left or 'none'}",
    )


@robust(demand="docs/operations.md#live usage is not stopped")
def live_usage_meanwhile_is_kept(graded: Graded) -> Result:
    """Events that are inserted during a run are stored and counted once, and no insert fails."""
    there = _live(graded)
    return expect(
        there.code == 0 and not there.fault and not there.failed and there.live == there.inserted > 0,
        f"{there.shown}; {there.live} of the inserted events are stored; "
        f"failed: {there.failed or 'none'}; {there.fault}",
    )


@robust(demand="docs/usage.md#is right at any")
def invoices_are_right_at_any_moment(graded: Graded) -> Result:
    """The totals of closed months that were right at the start are right at every moment of the run."""
    there = _live(graded)
    return expect(
        there.code == 0 and there.asked > 0 and not there.invoices, f"{there.shown}; wrong: {there.invoices or 'none'}"
    )


@robust(demand="docs/usage.md#as a whole or not at all")
def months_appear_as_a_whole(graded: Graded) -> Result:
    """The history of a month appears atomically, and its live rows are always visible."""
    there = _live(graded)
    return expect(
        there.code == 0 and there.asked > 0 and not there.months, f"{there.shown}; wrong: {there.months or 'none'}"
    )


@robust(demand="docs/history.md#cancellations of records")
def a_month_can_become_empty(graded: Graded) -> Result:
    """A month with a single record appears with one export and disappears when the next one cancels it."""
    there = after_exports(graded)
    first, left = len(there.first[ALONE]), len(there.rows[ALONE])
    return expect(
        there.last.exit_code == 0 and first == 1 and not left and not there.last_fault,
        f"{ending(there.last)}; the month had {first} rows at first and {left} at the end; "
        f"{there.last_fault or 'all is right'}",
    )
