"""Functional checks: reports with a dimension, a filter and a metric agree with both databases."""

from __future__ import annotations

from _reports import MONTH, WEEK, Report, fault, faults, starting_deliveries

from headwater.grading import Graded, Result, expect, functional


def _is_right(graded: Graded, *reports: Report) -> Result:
    mismatch = faults(graded, *reports)
    return expect(not mismatch, mismatch or "the report is right")


@functional(demand="docs/api.md")
def days_are_there(graded: Graded) -> Result:
    """The impressions for each day of a month match the delivery."""
    return _is_right(graded, Report(("day",), ("impressions",)))


@functional(demand="docs/api.md")
def countries_are_there(graded: Graded) -> Result:
    """Each country, which comes from Postgres, has the sum of its sites' clicks."""
    return _is_right(graded, Report(("country",), ("clicks",)))


@functional(demand="docs/api.md")
def a_filter_filters(graded: Graded) -> Result:
    """A filter selects only the matching delivery."""
    return _is_right(graded, Report(("device",), ("impressions",), MONTH, (("category", "Sport"),)))


@functional(demand="docs/api.md")
def totals_are_there(graded: Graded) -> Result:
    """The total covers all groups, even those beyond the limit."""
    return _is_right(graded, Report(("campaign",), ("impressions", "clicks"), WEEK, limit=5))


@functional(demand="docs/api.md")
def health_is_there(graded: Graded) -> Result:
    """`/health` and a report both answer."""
    answer = graded.server.get("/health")
    mismatch = fault(graded.server, starting_deliveries(graded), Report(("category",), ("impressions",)))
    return expect(
        answer.status == 200 and answer.json == {"status": "ok"} and not mismatch,
        f"health is {answer.status}; {mismatch}",
    )
