"""Performance checks: runs read and write little, however old the news, and so do the dashboards."""

from __future__ import annotations

from _arrivals import arrivals, old_records_of_all
from _disorder import nights
from _model import at_start, fault
from _runs import Run
from _scenarios import dashboard_costs

from headwater.grading import Graded, Result, expect, performant


def _limited(run: Run, kind: str, limit: int) -> Result:
    number = run.read if kind == "read" else run.written
    return expect(run.is_good and number <= limit, f"{number} rows were {kind}, and {limit} may be; {run.message}")


@performant(demand="docs/runbook.md#a run without news")
def an_idle_run_reads_little(graded: Graded) -> Result:
    """A run without news reads at most 20,000 rows."""
    return _limited(arrivals(graded).idle, "read", 20_000)


@performant(demand="docs/runbook.md#a run without news")
def an_idle_run_writes_nothing(graded: Graded) -> Result:
    """A run without news writes at most ten rows."""
    return _limited(arrivals(graded).idle, "written", 10)


@performant(demand="docs/runbook.md#however old", required=True)
def old_records_read_little(graded: Graded) -> Result:
    """A run with the records of a box that was offline for ten weeks reads at most 100,000 rows."""
    return _limited(arrivals(graded).offline, "read", 100_000)


@performant(demand="docs/runbook.md#however old")
def old_records_write_little(graded: Graded) -> Result:
    """A run with the records of a box that was offline for ten weeks writes at most 220,000 rows."""
    return _limited(arrivals(graded).offline, "written", 25_000)


@performant(demand="docs/runbook.md#a few changes of plans or prices")
def late_prices_read_little(graded: Graded) -> Result:
    """A run after a price was agreed for the last two months reads at most 100,000 rows."""
    return _limited(arrivals(graded).prices, "read", 100_000)


@performant(demand="docs/runbook.md#a few changes of plans or prices")
def late_prices_write_little(graded: Graded) -> Result:
    """A run after a price was agreed for the last two months writes at most 220,000 rows."""
    return _limited(arrivals(graded).prices, "written", 25_000)


@performant(demand="docs/runbook.md#up to a thousand new records, however old")
def a_thousand_old_records_cost_little(graded: Graded) -> Result:
    """A run with a thousand records of nearly all accounts and of all months keeps to both limits."""
    run = old_records_of_all(graded)
    return expect(
        run.is_good and run.read <= 100_000 and run.written <= 25_000,
        f"{run.read} rows were read and {run.written} written, and 100,000 and 25,000 may be; {run.message}",
    )


@performant(demand="docs/runbook.md#a run without news")
def idle_runs_stay_cheap(graded: Graded) -> Result:
    """After closings and rebuilds, a run without news still reads at most 20,000 rows and writes at most ten."""
    run = nights(graded).idle
    if run is None:
        return expect(False, "the nights before it did not succeed")
    return expect(
        run.is_good and run.read <= 20_000 and run.written <= 10,
        f"{run.read} rows were read and {run.written} written, and 20,000 and 10 may be; {run.message}",
    )


@performant(demand="docs/runbook.md#dashboards/account.sql")
def the_page_of_an_account_reads_little(graded: Graded) -> Result:
    """The query of an account's page reads at most 3,000 rows."""
    return _page(graded, "account", 3_000)


@performant(demand="docs/runbook.md#dashboards/month.sql")
def the_page_of_finance_reads_little(graded: Graded) -> Result:
    """The query of finance's page reads at most 60,000 rows."""
    return _page(graded, "month", 60_000)


def _page(graded: Graded, name: str, limit: int) -> Result:
    read, message = dashboard_costs(graded)[name], fault(graded, at_start(graded), "open")
    return expect(
        not message and read <= limit, f"{read} rows were read, and {limit} may be; {message or 'all are right'}"
    )
