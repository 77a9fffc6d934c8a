"""Performance checks: runs read few lines, and write with few inserts."""

from __future__ import annotations

from _days import evening, outage
from _quality import describe_end, difference

from headwater.grading import Graded, Result, expect, performant


@performant(demand="docs/operations.md#four times the lines")
def many_batches_are_read_once(graded: Graded) -> Result:
    """With many waiting batches, a run reads the lines from eight days at most four times."""
    outcome = outage(graded)
    fault = difference(outcome.alone.found, outcome.alone.expected)
    return expect(
        not fault and outcome.alone.cost.read <= 4 * outcome.lines_of_week,
        f"for {outcome.batches} batches, a run read {outcome.alone.cost.read} lines; "
        f"eight days have {outcome.lines_of_week}; {fault}",
    )


@performant(demand="docs/operations.md#four times the lines")
def one_batch_is_judged_with_little(graded: Graded) -> Result:
    """With a single waiting batch, a run reads the lines from eight days at most four times."""
    run, week = evening(graded).single, outage(graded).lines_of_week
    fault = difference(run.found, run.expected)
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
        f"{describe_end(run.completed)}; the run read {run.cost.read} lines and made {run.cost.inserts} inserts",
    )


@performant(demand="docs/operations.md#20 inserts")
def results_come_in_few_inserts(graded: Graded) -> Result:
    """A run after an outage writes six rows per batch, using at most twenty inserts in total."""
    outcome = outage(graded)
    cost = outcome.alone.cost
    return expect(
        0 < cost.inserts <= 20 and cost.inserted == 6 * outcome.batches,
        f"for {outcome.batches} batches, a run made {cost.inserts} inserts of {cost.inserted} rows",
    )


@performant(demand="docs/operations.md#50 queries")
def runs_make_few_queries(graded: Graded) -> Result:
    """A run after an outage runs at most fifty queries in ClickHouse."""
    outcome = outage(graded)
    return expect(
        outcome.alone.cost.inserted > 0 and outcome.alone.cost.queries <= 50,
        f"for {outcome.batches} batches, a run made {outcome.alone.cost.queries} queries",
    )
