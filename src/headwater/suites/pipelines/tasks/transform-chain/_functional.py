"""Functional checks: all four tables are filled, the dashboard works, and a run adds new events."""

from __future__ import annotations

from _model import DASHBOARD, at_start, describe_end, query_rows, table_rows
from _scenarios import outcomes

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="docs/model.md#One row for each event that can be used")
def the_number_of_events_is_right(graded: Graded) -> Result:
    """analytics.events has one row for each usable event."""
    return _number(graded, "events")


@functional(demand="docs/model.md#analyticsrejected")
def the_number_of_rejected_rows_is_right(graded: Graded) -> Result:
    """analytics.rejected has one row for each unusable row of raw.events."""
    return _number(graded, "rejected")


def _number(graded: Graded, table: str) -> Result:
    return expect_equal(len(table_rows(graded, table)), len(at_start(graded)[table]), f"rows of analytics.{table}")


@functional(demand="docs/model.md#analyticsvisits")
def there_are_visits(graded: Graded) -> Result:
    """analytics.visits has the right number of rows, within 2 %."""
    found, right = len(table_rows(graded, "visits")), len(at_start(graded)["visits"])
    return expect(abs(found - right) <= 0.02 * right, f"{found} visits for {right}")


@functional(demand="dashboards/days.sql")
def the_dashboard_answers(graded: Graded) -> Result:
    """The dashboard's query returns all days of two months and the right number of visits, within 2 %."""
    found = query_rows(graded, graded.workspace.shipped_text(DASHBOARD) or "")
    first, last = 20_513, 20_574  # 2026-03-01 and 2026-05-01
    right = [row for row in at_start(graded)["daily"] if first <= row[0] < last]
    days = {row[0] for row in found} == {row[0] for row in right}
    visits, expected = sum(row[2] for row in found), sum(row[2] for row in right)
    return expect(
        days and abs(visits - expected) <= 0.02 * expected,
        f"{visits} visits for {expected}, on {'the right days' if days else 'other days'}",
    )


@functional(demand="docs/operations.md#a run that ends well")
def a_few_events_arrive(graded: Graded) -> Result:
    """After a run, analytics.events includes the new events."""
    run = outcomes(graded).first
    return expect(
        run.completed.exit_code == 0 and not run.missing,
        f"{describe_end(run.completed)}; {run.missing or 'all are there'}",
    )
