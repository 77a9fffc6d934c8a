"""Functional checks: both tables have roughly the figures of finance, and new rows are counted immediately."""

from __future__ import annotations

from _model import DASHBOARDS, FIGURES, Row, at_start, table_rows
from _scenarios import inserts

from headwater.grading import Graded, Result, expect, functional


@functional(demand="docs/metrics.md#active_users")
def days_have_their_users(graded: Graded) -> Result:
    """The sum of the daily active users equals that of finance, within 2 %."""
    return _close(graded, "daily_metrics", "active_users")


@functional(demand="docs/metrics.md#revenue")
def days_have_their_revenue(graded: Graded) -> Result:
    """The sum of the daily revenue equals that of finance, within 2 %."""
    return _close(graded, "daily_metrics", "revenue")


@functional(demand="docs/metrics.md#monthly_metrics")
def months_have_their_users(graded: Graded) -> Result:
    """The sum of the monthly active users equals that of finance, within 2 %."""
    return _close(graded, "monthly_metrics", "active_users")


def _close(graded: Graded, table: str, figure: str) -> Result:
    found, right = (_total(rows, figure) for rows in (table_rows(graded, table), at_start(graded, table)))
    return expect(abs(found - right) <= right / 50, f"{figure} of {table} sums to {found}, and for finance to {right}")


def _total(rows: list[Row], figure: str) -> int:
    return int(sum(row[2 + FIGURES.index(figure)] for row in rows))


@functional(demand="dashboards/days.sql")
def the_dashboards_answer(graded: Graded) -> Result:
    """The dashboards' queries return a row for each day, month and plan that finance has."""
    wrong = []
    for table, path in DASHBOARDS.items():
        found = graded.clickhouse.query(graded.workspace.shipped_text(path) or "")
        right = [row for row in at_start(graded, table) if table == "monthly_metrics" or str(row[0]) < "2026-05-01"]
        wrong += [path] if [row[:2] for row in found] != [row[:2] for row in right] else []
    return expect(not wrong, f"other rows than those of finance: {wrong or 'none'}")


@functional(demand="docs/operations.md#as soon as the loaders have inserted")
def new_rows_are_counted(graded: Graded) -> Result:
    """Actions and payments of new days, and late actions, are in the figures as soon as they are inserted."""
    message = inserts(graded).new
    return expect(not message, message or "all figures are right")
