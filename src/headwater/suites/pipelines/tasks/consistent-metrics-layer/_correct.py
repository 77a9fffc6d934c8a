"""Correctness checks: each figure equals that of finance, at the start and after inserts by the loaders."""

from __future__ import annotations

from _model import TABLES, at_start, difference, table_rows, types
from _scenarios import inserts

from headwater.grading import Graded, Result, correct, expect

_RIGHT = "all figures are right"


@correct(demand="postgres:finance.daily_metrics#kind <> 'sync'")
def users_of_days_are_exact(graded: Graded) -> Result:
    """Each day and plan has finance's number of active users."""
    return _exact(graded, "daily_metrics", "active_users")


@correct(demand="postgres:finance.daily_metrics#p.amount - p.refunded")
def payments_of_days_are_exact(graded: Graded) -> Result:
    """Each day and plan has finance's number of paying accounts and finance's revenue."""
    return _exact(graded, "daily_metrics", "paying_accounts", "revenue")


@correct(demand="postgres:finance.monthly_metrics#count(DISTINCT c.user_id)")
def users_of_months_are_exact(graded: Graded) -> Result:
    """Each month and plan has finance's number of active users, which is not the sum over its days."""
    return _exact(graded, "monthly_metrics", "active_users")


@correct(demand="postgres:finance.monthly_metrics#count(DISTINCT a.id)")
def payments_of_months_are_exact(graded: Graded) -> Result:
    """Each month and plan has finance's number of paying accounts and finance's revenue."""
    return _exact(graded, "monthly_metrics", "paying_accounts", "revenue")


def _exact(graded: Graded, table: str, *figures: str) -> Result:
    message = difference(table_rows(graded, table), at_start(graded, table), figures)
    return expect(not message, message or _RIGHT)


@correct(demand="docs/metrics.md#with these types")
def columns_have_their_types(graded: Graded) -> Result:
    """Both tables have the documented columns, in the documented order and with the documented types."""
    wrong = {
        table: found
        for table in TABLES
        if list((found := graded.clickhouse.columns(f"analytics.{table}")).items()) != list(types(table).items())
    }
    return expect(not wrong, f"other columns: {str(wrong)[:400] if wrong else 'none'}")


@correct(demand="docs/loaders.md#The state with the largest `version` is the current one")
def the_newest_state_counts(graded: Graded) -> Result:
    """The newest state of a payment counts, even if an older state is inserted after it."""
    return _without_fault(inserts(graded).states)


@correct(demand="docs/loaders.md#every row can be there several times")
def repeated_batches_change_nothing(graded: Graded) -> Result:
    """Batches that are inserted again change no figure."""
    return _without_fault(inserts(graded).repeated)


@correct(demand="docs/metrics.md#the figures of past days and months change")
def changed_members_change_the_past(graded: Graded) -> Result:
    """Users who move or become robots, and accounts that change, change the figures of past days."""
    return _without_fault(inserts(graded).members)


@correct(demand="docs/loaders.md#a user after the user's actions")
def members_can_arrive_last(graded: Graded) -> Result:
    """Users and accounts count even if they are inserted after their actions and payments."""
    return _without_fault(inserts(graded).order)


def _without_fault(message: str) -> Result:
    return expect(not message, message or _RIGHT)
