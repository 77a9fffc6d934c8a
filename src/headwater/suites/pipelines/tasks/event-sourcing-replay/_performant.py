"""Performance checks: runs read and write little, and the queries of customer service use indexes."""

from __future__ import annotations

from typing import Any

from _arrivals import arrivals
from _orders import at_start, usable
from _runs import Run
from _scenarios import first_runs, rebuilt

from headwater.grading import Graded, Result, expect, performant


@performant(demand="docs/operations.md#A run without new messages writes no rows")
def an_idle_run_writes_nothing(graded: Graded) -> Result:
    """A run without new messages writes no rows."""
    run = arrivals(graded).idle
    return expect(run.is_good and run.written == 0, f"{run.written} rows were written; {run.message}")


@performant(demand="docs/operations.md#reads at most 200")
def an_idle_run_reads_little(graded: Graded) -> Result:
    """A run without new messages reads at most 200 rows."""
    run = arrivals(graded).idle
    return expect(run.is_good and run.read <= 200, f"{run.read} rows were read; {run.message}")


@performant(demand="docs/operations.md#at most ten rows for each")
def few_events_write_little(graded: Graded) -> Result:
    """A run with seven new events writes at most 70 rows."""
    return _writes_little(arrivals(graded).few, 70)


@performant(demand="docs/operations.md#at most ten rows for each")
def corrections_write_little(graded: Graded) -> Result:
    """A run with eight corrections and other events writes at most 80 rows."""
    return _writes_little(arrivals(graded).corrected, 80)


@performant(demand="docs/operations.md#writes no rows, except for the progress")
def repeated_events_write_nothing(graded: Graded) -> Result:
    """A run with messages that come again writes at most the progress of each partition."""
    return _writes_little(arrivals(graded).repeated, 12)


def _writes_little(run: Run, most: int) -> Result:
    return expect(run.is_good and run.written <= most, f"{run.written} of {most} rows were written; {run.message}")


@performant(demand="docs/operations.md#and reads at most 2,000")
def few_events_read_little(graded: Graded) -> Result:
    """Runs with a few new events or corrections read at most 2,000 rows."""
    runs = [arrivals(graded).few, arrivals(graded).corrected]
    read = [run.read for run in runs]
    return expect(all(run.is_good for run in runs) and max(read) <= 2_000, f"{read} rows were read; {runs[0].message}")


@performant(demand="docs/operations.md#at most two rows for each event")
def the_first_run_writes_little(graded: Graded) -> Result:
    """The first run on the data of the start writes at most two rows for each event."""
    return _writes_little(first_runs(graded)[0], 2 * len(usable(graded.starting)))


@performant(demand="docs/operations.md#and a rebuild at most three")
def a_rebuild_writes_little(graded: Graded) -> Result:
    """A rebuild writes at most three rows for each event."""
    return _writes_little(rebuilt(graded).again, 3 * len(usable(graded.starting)))


@performant(demand="docs/operations.md#commits at most 100 transactions")
def the_first_run_has_few_transactions(graded: Graded) -> Result:
    """The first run and a rebuild commit at most 100 transactions each."""
    runs = [first_runs(graded)[0], rebuilt(graded).again]
    numbers = [run.transactions for run in runs]
    good = all(run.is_good for run in runs)
    return expect(good and max(numbers) <= 100, f"{numbers} transactions; {runs[0].message}; {runs[1].message}")


@performant(demand="docs/operations.md#at most ten rows more than they return")
def a_customer_reads_little(graded: Graded) -> Result:
    """The query for a customer reads at most ten rows more than it returns."""
    return _reads_little(graded, "queries/customer.sql")


@performant(demand="docs/operations.md#at most ten rows more than they return")
def open_orders_read_little(graded: Graded) -> Result:
    """The query for open orders reads at most ten rows more than it returns."""
    return _reads_little(graded, "queries/open.sql")


def _reads_little(graded: Graded, path: str) -> Result:
    sql = graded.workspace.shipped_text(path) or ""
    plan = graded.postgres.plan(sql)
    read, rows = _scanned(plan), len(graded.postgres.query(sql))
    return expect(
        bool(at_start(graded)) and rows > 0 and read <= rows + 10,
        f"{read} rows were read for {rows} rows of the answer",
    )


def _scanned(node: dict[str, Any]) -> int:
    """Return how many rows the scans of a plan read."""
    node = node.get("Plan", node)
    below = node.get("Plans", [])
    if below:
        return sum(_scanned(each) for each in below)
    removed = node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
    return int((node.get("Actual Rows", 0) + removed) * node.get("Actual Loops", 1))
