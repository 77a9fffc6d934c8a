"""Robustness checks: killed and overlapping runs, readers, closings between runs, and rebuilds do no harm."""

from __future__ import annotations

from _arrivals import closings
from _disorder import nights
from _interruptions import closed_meanwhile, killed
from _scenarios import disturbed, read_meanwhile, rebuilds

from headwater.grading import Graded, Result, expect, robust


@robust(demand="docs/runbook.md#can be killed at any moment", required=True)
def killed_runs_are_made_up_for(graded: Graded) -> Result:
    """After runs that were killed while they processed records, the next run makes the mart right."""
    run = disturbed(graded).killed
    return expect(run.is_good, run.message)


@robust(demand="docs/runbook.md#a run waits for it")
def overlapping_runs_do_no_harm(graded: Graded) -> Result:
    """Of two runs at the same time, both exit with 0, and the mart is right afterwards."""
    results = disturbed(graded)
    fit = results.codes == [0] * 4 and results.overlapping.is_good
    return expect(fit, f"they exited with {results.codes}; afterwards: {results.overlapping.message}")


@robust(demand="docs/runbook.md#nothing in between")
def readers_see_the_mart_before_or_after(graded: Graded) -> Result:
    """During a run and a rebuild, each query succeeds and returns the mart from before or after the run."""
    failed, answers, ends = read_meanwhile(graded)
    between = answers - ends
    return expect(not failed and not between, f"{len(between)} answers in between; {failed or 'all queries succeeded'}")


@robust(demand="docs/billing.md#on the second of a month")
def closings_between_runs_lose_nothing(graded: Graded) -> Result:
    """Records that arrive shortly before or after a month is closed, without a run between, are adjusted."""
    run = closings(graded).between
    return expect(run.is_good, run.message)


@robust(demand="docs/runbook.md#where they are empty")
def an_empty_mart_is_rebuilt(graded: Graded) -> Result:
    """At a site with empty tables, --rebuild makes the whole mart, and the next run continues it."""
    results = rebuilds(graded)
    fit = results.empty.is_good and results.next.is_good
    return expect(fit, f"--rebuild: {results.empty.message}; the next run: {results.next.message}")


@robust(demand="docs/runbook.md#from the sources and the invoices")
def a_rebuild_keeps_what_is_invoiced(graded: Graded) -> Result:
    """A rebuild keeps the invoiced rows and adjustments, and leaves nothing for the next run to change."""
    results = rebuilds(graded)
    fit = results.later.is_good and results.idle.is_good and results.idle.written <= 10
    return expect(fit, f"--rebuild: {results.later.message}; the next run wrote {results.idle.written} rows")


@robust(demand="docs/runbook.md#for all rows that the sources had when the run began", required=True)
def nights_with_anything_end_exact(graded: Graded) -> Result:
    """After each of 12 runs, among them rebuilds and runs after closings, the random rows of new accounts are right."""
    return nights(graded).fault or expect(True, "the mart is right after each run")


@robust(demand="docs/runbook.md#can be killed at any moment", required=True)
def killed_runs_leave_nothing_half_done(graded: Graded) -> Result:
    """A killed run or rebuild leaves the old mart or the new one, and the next run is exact, also after a closing."""
    return killed(graded)


@robust(
    demand="docs/billing.md#the lines of all invoices and the adjustments of the open month together", required=True
)
def closings_during_runs_lose_nothing(graded: Graded) -> Result:
    """If a month is closed while a run works, the next run makes the mart as the invoices and sources have it."""
    return closed_meanwhile(graded)
