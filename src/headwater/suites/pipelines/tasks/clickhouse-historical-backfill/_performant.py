"""Performance checks: a run reads and writes few rows, and pages read few rows afterwards."""

from __future__ import annotations

from _rounds import rounds
from _site import after_exports, site
from _usage import at_the_start, describe_end

from headwater.grading import Graded, Result, expect, performant


@performant(demand="docs/operations.md#reads it three times at most")
def a_run_reads_the_exports_little(graded: Graded) -> Result:
    """The statements that scan the exports read at most six times as many rows as the exports have."""
    outcome = site(graded)
    return expect(
        outcome.completed.exit_code == 0 and outcome.exports <= outcome.read <= 6 * outcome.exports,
        f"{describe_end(outcome.completed)}; its statements on the exports read {outcome.read} rows; "
        f"the exports have {outcome.exports}",
    )


@performant(demand="docs/operations.md#ten parts at most")
def months_have_few_parts(graded: Graded) -> Result:
    """Closed months have at most ten parts after a run."""
    outcome = site(graded)
    return expect(
        outcome.completed.exit_code == 0 and 0 < outcome.parts <= 10,
        f"{describe_end(outcome.completed)}; a month has {outcome.parts} parts",
    )


@performant(demand="docs/operations.md#no part of a table is written")
def a_run_without_news_writes_nothing(graded: Graded) -> Result:
    """A run without new exports writes no parts to any table."""
    completed, new = after_exports(graded).quiet
    return expect(completed.exit_code == 0 and not new, f"{describe_end(completed)}; new parts: {new[:2] or 'none'}")


@performant(demand="docs/operations.md#only months that differ are written")
def one_month_is_changed_for_one_record(graded: Graded) -> Result:
    """After an export with one record, the run changes and reports only the month of that record."""
    completed = after_exports(graded).single
    lines = [line.strip() for line in completed.stdout.splitlines() if line[:2] == "20"]
    right = f"2025-09: {at_the_start(graded)[202509][0] + 1} events"
    return expect(
        completed.exit_code == 0 and lines == [right],
        f"{describe_end(completed)}; it printed {lines[:3]} instead of {right!r}",
    )


@performant(demand="queries/customer.sql")
def the_page_of_a_customer_reads_little(graded: Graded) -> Result:
    """A customer's page reads at most three times as many rows as in the reference state."""
    query = (graded.workspace.shipped_text("queries/customer.sql") or "").strip().rstrip(";")
    rows_read, best = graded.clickhouse.rows_read(query), graded.reference.clickhouse.rows_read(query)
    return expect(rows_read <= 3 * best, f"the page reads {rows_read} rows; with the reference {best}")


@performant(demand="docs/operations.md#no part of a table is written")
def nothing_is_written_for_another_spelling(graded: Graded) -> Result:
    """An export that says the same in another spelling writes no part of a table."""
    outcome = rounds(graded)
    return expect(
        not outcome.writes,
        outcome.writes[0] if outcome.writes else "runs wrote nothing where nothing differed",
        faults=outcome.writes[:5],
        log=outcome.log,
    )
