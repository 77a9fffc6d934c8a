"""Performance checks: runs read few lines, and write with few inserts."""

from __future__ import annotations

from _days import evening, outage
from _quality import difference, ending

from headwater.grading import Graded, Result, expect, performant


@performant(demand="docs/operations.md#four times the lines")
def many_batches_are_read_once(graded: Graded) -> Result:
    """With many waiting batches, a run reads the lines from eight days at most four times."""
    there = outage(graded)
    fault = difference(there.alone.found, there.alone.wanted)
    return expect(
        not fault and there.alone.cost.read <= 4 * there.lines_of_week,
        f"for {there.batches} batches, a run read {there.alone.cost.read} lines; "
        f"eight days have {there.lines_of_week}; {fault}",
    )


@performant(demand="docs/operations.md#four times the lines")
def one_batch_is_judged_with_little(graded: Graded) -> Result:
    """With a single waiting batch, a run reads the lines from eight days at most four times."""
    run, week = evening(graded).single, outage(graded).lines_of_week
    fault = difference(run.found, run.wanted)
    return expect(
        not fault and run.cost.read <= 4 * week,
        f"for one batch, a run read {run.cost.read} lines; eight days have {week}; {fault}",
    )


@performant(demand="docs/operations.md#reads no line, and inserts nothing")
def idle_runs_do_nothing(graded: Graded) -> Result:
    """A run without waiting batches reads no lines and inserts no rows."""
    run = evening(graded).idle
    return expect(
        run.completed.exit_code == 0 and run.cost.read == run.cost.inserts == run.cost.inserted == 0,
        f"{ending(run.completed)}; the run read {run.cost.read} lines and made {run.cost.inserts} inserts",
    )


@performant(demand="docs/operations.md#20 inserts")
def results_come_in_few_inserts(graded: Graded) -> Result:
    """A run after an outage writes six rows per batch, using at most twenty inserts in total."""
    there = outage(graded)
    cost = there.alone.cost
    return expect(
        0 < cost.inserts <= 20 and cost.inserted == 6 * there.batches,
        f"for {there.batches} batches, a run made {cost.inserts} inserts of {cost.inserted} rows",
    )


@performant(demand="docs/operations.md#50 queries")
def runs_make_few_queries(graded: Graded) -> Result:
    """A run after an outage runs at most fifty queries in ClickHouse."""
    there = outage(graded)
    return expect(
        there.alone.cost.inserted > 0 and there.alone.cost.queries <= 50,
        f"for {there.batches} batches, a run made {there.alone.cost.queries} queries",
    )
