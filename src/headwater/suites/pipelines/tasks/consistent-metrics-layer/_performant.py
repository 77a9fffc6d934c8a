"""Performance checks: the dashboards read few rows, runs write few, and --check reads little from Postgres."""

from __future__ import annotations

from _model import DASHBOARDS, at_start, describe_end, difference, table_rows
from _scenarios import checks, from_nothing, idle

from headwater.grading import Graded, Result, expect, performant


@performant(demand="docs/operations.md#at most 150,000 rows each")
def the_dashboard_of_days_reads_little(graded: Graded) -> Result:
    """The query in dashboards/days.sql reads at most 150,000 rows."""
    return _reads_little(graded, "daily_metrics")


@performant(demand="docs/operations.md#at most 150,000 rows each")
def the_dashboard_of_months_reads_little(graded: Graded) -> Result:
    """The query in dashboards/months.sql reads at most 150,000 rows."""
    return _reads_little(graded, "monthly_metrics")


def _reads_little(graded: Graded, table: str) -> Result:
    read = graded.clickhouse.rows_read(graded.workspace.shipped_text(DASHBOARDS[table]) or "")
    message = difference(table_rows(graded, table), at_start(graded, table))
    return expect(read <= 150_000 and not message, f"{read} rows were read; {message or 'all figures are right'}")


@performant(demand="docs/operations.md#The first run writes at most")
def the_first_run_writes_little(graded: Graded) -> Result:
    """A run that builds the layer from months of raw rows writes at most 150,000 rows."""
    run = from_nothing(graded)
    return expect(run.is_good and run.written <= 150_000, f"{run.written} rows were written; {run.message}")


@performant(demand="docs/operations.md#A run on a site that has the layer writes none")
def an_idle_run_writes_nothing(graded: Graded) -> Result:
    """A run on a site that has the layer writes no rows."""
    run = idle(graded)
    return expect(run.is_good and run.written == 0, f"{run.written} rows were written; {run.message}")


@performant(demand="docs/operations.md#at most 700,000 rows")
def a_check_reads_little(graded: Graded) -> Result:
    """A run with --check reads at most 700,000 rows of app.actions."""
    results = checks(graded)
    fit = results.equal.exit_code == 0 and 0 < results.read <= 700_000
    return expect(fit, f"{results.read} rows of app.actions were read; {describe_end(results.equal)}")
