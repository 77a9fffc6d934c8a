"""Robustness checks: the backfill handles further exports, interrupted runs, and concurrent inserts and reads."""

from __future__ import annotations

from functools import cache

from _live import Live, run_beside_others
from _rounds import rounds
from _site import ALONE, after_exports
from _usage import describe_end, describe_errors

from headwater.grading import Graded, Result, expect, kill_points, robust


@cache
def _live_run(graded: Graded) -> Live:
    with graded.copy(data="starting") as copy:
        return run_beside_others(copy)


@robust(demand="docs/history.md#another export can come at any time")
def another_export_corrects_closed_months(graded: Graded) -> Result:
    """The events are correct after an export with corrections, cancellations, moved records and new records."""
    outcome = after_exports(graded)
    fault = outcome.corrected_fault
    return expect(
        outcome.corrected.exit_code == 0 and not fault, f"{describe_end(outcome.corrected)}; {fault or 'all is right'}"
    )


@robust(demand="docs/operations.md#again after a run that was killed", required=True)
def a_run_goes_on_where_one_broke_off(graded: Graded) -> Result:
    """After runs that are killed at several of their requests, a complete run produces the right state."""
    with graded.copy(data="starting") as copy:
        whole = copy.run_killed(after=None, timeout_sec=120)
    with graded.copy(data="starting") as copy:
        for after in kill_points(whole.requests):
            copy.run_killed(after=after)
        completed = copy.run()
        fault = describe_errors(copy)
        leftover_tables = sorted(set(copy.clickhouse.tables()) - set(graded.starting.clickhouse.tables()))
    return expect(
        completed.exit_code == 0 and not fault and not leftover_tables,
        f"{describe_end(completed)}; {fault or 'all is right'}; leftover tables: {leftover_tables or 'none'}",
    )


@robust(demand="docs/operations.md#live usage is not stopped", required=True)
def live_usage_meanwhile_is_kept(graded: Graded) -> Result:
    """Events that are inserted during a run are stored and counted once, and no insert fails."""
    outcome = _live_run(graded)
    return expect(
        outcome.code == 0 and not outcome.fault and not outcome.failed and outcome.live == outcome.inserted > 0,
        f"{outcome.summary}; {outcome.live} of the inserted events are stored; "
        f"failed: {outcome.failed or 'none'}; {outcome.fault}",
    )


@robust(demand="docs/usage.md#is right at any", required=True)
def invoices_are_right_at_any_moment(graded: Graded) -> Result:
    """The totals of closed months that were right at the start are right at every moment of the run."""
    outcome = _live_run(graded)
    return expect(
        outcome.code == 0 and outcome.answered > 0 and not outcome.invoices,
        f"{outcome.summary}; wrong: {outcome.invoices or 'none'}",
    )


@robust(demand="docs/usage.md#as a whole or not at all")
def months_appear_as_a_whole(graded: Graded) -> Result:
    """The history of a month appears atomically, and its live rows are always visible."""
    outcome = _live_run(graded)
    return expect(
        outcome.code == 0 and outcome.answered > 0 and not outcome.months,
        f"{outcome.summary}; wrong: {outcome.months or 'none'}",
    )


@robust(demand="docs/history.md#cancellations of records")
def a_month_can_become_empty(graded: Graded) -> Result:
    """A month with a single record appears with one export and disappears when the next one cancels it."""
    outcome = after_exports(graded)
    first, remaining_count = len(outcome.first[ALONE]), len(outcome.rows[ALONE])
    return expect(
        outcome.last.exit_code == 0 and first == 1 and not remaining_count and not outcome.last_fault,
        f"{describe_end(outcome.last)}; the month had {first} rows at first and {remaining_count} at the end; "
        f"{outcome.last_fault or 'all is right'}",
    )


@robust(demand="docs/usage.md#what invoices are written from", required=True)
def totals_are_right_in_every_round(graded: Graded) -> Result:
    """On a small site, usage.monthly is right after each of many exports, kills and wrong states that were found."""
    outcome = rounds(graded)
    return expect(
        not outcome.totals,
        outcome.totals[0] if outcome.totals else "usage.monthly is right in each round",
        faults=outcome.totals[:5],
        log=outcome.log,
    )


@robust(demand="docs/usage.md#as a whole or not at all", required=True)
def a_killed_run_leaves_no_month_in_part(graded: Graded) -> Result:
    """Wherever a run is killed, each month is there as a whole or not at all, and totals that were right are right."""
    outcome = rounds(graded)
    return expect(
        not outcome.broken,
        outcome.broken[0] if outcome.broken else f"{outcome.killed} killed runs left whole months and right totals",
        faults=outcome.broken[:5],
        log=outcome.log,
    )
