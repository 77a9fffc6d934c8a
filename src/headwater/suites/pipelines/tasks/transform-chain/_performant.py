"""Performance checks: runs read and write little, and the dashboard reads few rows."""

from __future__ import annotations

from _model import DASHBOARD, SUPPORT, at_start, query_rows, table_rows
from _scenarios import Run, from_nothing, outcomes

from headwater.grading import Graded, Result, expect, performant


@performant(demand="docs/operations.md#at most 100 rows")
def an_idle_run_reads_little(graded: Graded) -> Result:
    """A run without new events reads at most 100 rows of raw.events."""
    run = outcomes(graded).idle
    return expect(run.is_good and run.read <= 100, f"it read {run.read} rows; {run.message}")


@performant(demand="docs/operations.md#inserts nothing")
def an_idle_run_inserts_nothing(graded: Graded) -> Result:
    """A run without new events writes nothing to ClickHouse."""
    run = outcomes(graded).idle
    return expect(
        run.is_good and run.inserts == run.written == 0, f"{run.inserts} inserts, {run.written} rows; {run.message}"
    )


@performant(demand="docs/operations.md#with few at most 2,000")
def few_events_read_little(graded: Graded) -> Result:
    """A run with few new events reads at most 2,000 rows of raw.events."""
    runs = [outcomes(graded).first, outcomes(graded).late]
    read = [run.read for run in runs]
    return expect(all(run.is_good for run in runs) and max(read) <= 2_000, f"rows read: {read}; {runs[-1].message}")


@performant(demand="docs/operations.md#at most ten inserts")
def few_events_write_little(graded: Graded) -> Result:
    """A run with a few events from new visitors makes at most ten inserts, and writes at most 3,000 rows."""
    return _writes_little(outcomes(graded).first)


@performant(demand="docs/operations.md#also if the events are late ones")
def late_events_write_little(graded: Graded) -> Result:
    """A run with a few events that change old visits makes at most ten inserts, and writes at most 3,000 rows."""
    return _writes_little(outcomes(graded).late)


def _writes_little(run: Run) -> Result:
    good = run.is_good and run.inserts <= 10 and 0 < run.written <= 3_000
    return expect(good, f"{run.inserts} inserts, {run.written} rows; {run.message}")


@performant(demand="docs/operations.md#at most forty inserts")
def the_first_run_inserts_few_times(graded: Graded) -> Result:
    """The first run makes at most forty inserts."""
    run = from_nothing(graded)
    return expect(run.is_good and 0 < run.inserts <= 40, f"{run.inserts} inserts; {run.message}")


@performant(demand="docs/operations.md#reads at most 2,000 rows")
def the_dashboard_reads_little(graded: Graded) -> Result:
    """The dashboard's query reads at most 2,000 rows."""
    read = graded.clickhouse.rows_read(graded.workspace.shipped_text(DASHBOARD) or "")
    return expect(
        read <= 2_000 and len(table_rows(graded, "daily")) == len(at_start(graded)["daily"]), f"{read} rows were read"
    )


@performant(demand="docs/operations.md#at most 20,000")
def the_visits_of_a_visitor_read_little(graded: Graded) -> Result:
    """The support team's query finds all of a visitor's visits, and reads at most 20,000 rows."""
    sql = graded.workspace.shipped_text(SUPPORT) or ""
    read, found = graded.clickhouse.rows_read(sql), query_rows(graded, sql)
    right = [visit[1:] for visit in at_start(graded)["visits"] if visit[0] == "17"]
    return expect(found == right and read <= 20_000, f"{len(found)} visits for {len(right)}, {read} rows were read")
