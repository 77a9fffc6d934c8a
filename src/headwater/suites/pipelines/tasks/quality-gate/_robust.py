"""Robustness checks: malformed lines, redelivered or incomplete batches, and overlapping or failed runs."""

from __future__ import annotations

from _days import (
    AGAIN,
    COMING,
    CORRECTED,
    LATER,
    NEW_NETWORK,
    ODD,
    OLD_CONTRACT,
    REFUSED,
    SOONER,
    Run,
    evening,
    outage,
)
from _quality import describe_end, difference

from headwater.grading import Graded, Result, expect, robust


def _check_batches(run: Run, *batches: int) -> Result:
    fault = difference(run.found, {batch: run.expected[batch] for batch in batches})
    return expect(not fault, f"{describe_end(run.completed)}; {fault or 'the results are right'}")


@robust(demand="docs/rules.md#schema")
def odd_lines_are_judged(graded: Graded) -> Result:
    """Lines that are not objects, and values of any type, are judged without an error."""
    return _check_batches(evening(graded).first, ODD)


@robust(demand="docs/rules.md#under another number")
def corrected_batches_are_accepted(graded: Graded) -> Result:
    """A batch may repeat ids from a batch refused in the same run, but not ids from an accepted batch."""
    first, second = (
        _check_batches(evening(graded).first, REFUSED, CORRECTED),
        _check_batches(evening(graded).second, AGAIN),
    )
    return expect(first.passed and second.passed, f"{first.message}; later: {second.message}")


@robust(demand="docs/rules.md#is judged when it has been delivered")
def batches_wait_until_they_are_delivered(graded: Graded) -> Result:
    """An incomplete batch gets no results until it is delivered."""
    days = evening(graded)
    later = _check_batches(days.second, COMING)
    early = days.first.found.get(COMING)
    return expect(not early and later.passed, f"before its delivery the batch got {early}; after it: {later.message}")


@robust(demand="docs/rules.md#when a batch was delivered does not matter")
def late_batches_keep_their_contract(graded: Graded) -> Result:
    """A late batch for an hour before a contract change is judged by the old contract."""
    return _check_batches(evening(graded).first, OLD_CONTRACT)


@robust(demand="docs/rules.md#volume")
def new_networks_are_judged(graded: Graded) -> Result:
    """A network's first batch is not compared with a usual size, and can be accepted."""
    return _check_batches(evening(graded).first, NEW_NETWORK)


@robust(demand="docs/rules.md#order of `delivered_at`")
def the_delivery_decides_which_is_earlier(graded: Graded) -> Result:
    """If two batches have the same ids, the one delivered later is refused, whatever their batch numbers."""
    return _check_batches(evening(graded).first, SOONER, LATER)


@robust(demand="docs/operations.md#the next one starts beside it")
def overlapping_runs_judge_once(graded: Graded) -> Result:
    """After two concurrent runs, each batch has six right results."""
    run = outage(graded).together
    fault = difference(run.found, run.expected)
    return expect(not run.surplus and not fault, f"after two concurrent runs, {run.surplus} rows are surplus; {fault}")


@robust(demand="docs/operations.md#how-a-run-ends")
def a_failed_run_is_made_up_for(graded: Graded) -> Result:
    """Failed runs write no partial results, and the next run judges the waiting batches."""
    days = evening(graded)
    codes = {name: completed.exit_code for name, completed in days.failed.items()}
    fault = difference(days.first.found, days.first.expected)
    return expect(
        set(codes.values()) == {1} and not days.first.surplus and not fault,
        f"runs without a database exited with {codes}; after the next one ({describe_end(days.first.completed)}) "
        f"{days.first.surplus} rows are surplus; {fault or 'the results are right'}",
    )
