"""Performant: dashboards read few rows, runs write few, and checks do not burden Postgres."""

from __future__ import annotations

from _courses import checks, from_nothing, idle
from _model import DASHBOARDS, at_start, difference, ending, held

from headwater.grading import Graded, Result, expect, performant


@performant(demand="docs/operations.md#at most 150,000 rows each")
def the_dashboard_of_days_reads_little(graded: Graded) -> Result:
    """The dashboard of days reads at most 150,000 rows."""
    return _reads_little(graded, "daily_metrics")


@performant(demand="docs/operations.md#at most 150,000 rows each")
def the_dashboard_of_months_reads_little(graded: Graded) -> Result:
    """The dashboard of months reads at most 150,000 rows."""
    return _reads_little(graded, "monthly_metrics")


def _reads_little(graded: Graded, table: str) -> Result:
    read = graded.clickhouse.rows_read(graded.workspace.shipped_text(DASHBOARDS[table]) or "")
    said = difference(held(graded, table), at_start(graded, table))
    return expect(read <= 150_000 and not said, f"{read} rows were read; {said or 'all figures are right'}")


@performant(demand="docs/operations.md#the first run writes at most")
def the_first_run_writes_little(graded: Graded) -> Result:
    """A run that makes the layer from months of raw rows writes at most 150,000 rows."""
    run = from_nothing(graded)
    return expect(run.is_good and run.written <= 150_000, f"{run.written} rows were written; {run.message}")


@performant(demand="docs/operations.md#where the layer is there writes none")
def an_idle_run_writes_nothing(graded: Graded) -> Result:
    """A run where the layer is there writes no rows."""
    run = idle(graded)
    return expect(run.is_good and run.written == 0, f"{run.written} rows were written; {run.message}")


@performant(demand="docs/operations.md#at most 700,000 rows")
def a_check_reads_little(graded: Graded) -> Result:
    """A check reads each action of Postgres at most about once for each view."""
    there = checks(graded)
    fit = there.same.exit_code == 0 and 0 < there.read <= 700_000
    return expect(fit, f"{there.read} rows of app.actions were read; {ending(there.same)}")
