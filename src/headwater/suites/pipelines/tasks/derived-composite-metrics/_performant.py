"""Performance checks: runs and dashboards read few rows, and runs write few rows."""

from __future__ import annotations

from _metrics import expected_figures, final_rows, weeks

from headwater.grading import Graded, Result, expect, performant


@performant(demand="docs/operations.md#one and a half times")
def runs_read_little(graded: Graded) -> Result:
    """A run without a backlog reads at most 1.5 times as many rows as there are events."""
    run = weeks(graded)["idle"]
    events = int(graded.starting.clickhouse.scalar("select count() from app.events"))
    return expect(
        not run.fault and 0 < run.read <= 1.5 * events, f"a run read {run.read} rows of {events} events; {run.fault}"
    )


@performant(demand="docs/operations.md#30 queries")
def runs_do_little(graded: Graded) -> Result:
    """A run without a backlog executes at most 30 queries and writes at most 1,000 rows."""
    run = weeks(graded)["idle"]
    return expect(
        not run.fault and run.queries <= 30 and run.written <= 1_000,
        f"a run executed {run.queries} queries and wrote {run.written} rows; {run.fault}",
    )


@performant(demand="docs/operations.md#at most 10 rows for each day")
def readers_read_figures(graded: Graded) -> Result:
    """Each dashboard query reads at most ten rows per day."""
    names = ("last_days", "months")
    pages = {name: (graded.workspace.shipped_text(f"dashboards/{name}.sql") or "").strip() for name in names}
    read = {name: graded.clickhouse.rows_read(sql) for name, sql in pages.items()}
    answers = [len(graded.clickhouse.query(sql)) for sql in pages.values()]
    limit = 10 * len(expected_figures(graded))
    return expect(
        max(read.values()) <= limit and min(answers) > 0 and len(final_rows(graded)) <= limit,
        f"rows read: {read}, at most {limit}; rows of answers: {answers}",
    )
