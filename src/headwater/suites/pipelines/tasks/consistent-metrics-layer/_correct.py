"""Correct: each figure is that of finance, at the start and after whatever the loaders insert."""

from __future__ import annotations

from _courses import news
from _model import TABLES, at_start, difference, held, types

from headwater.grading import Graded, Result, correct, expect

_RIGHT = "all figures are right"


@correct(demand="postgres:finance.daily_metrics#kind <> 'sync'")
def users_of_days_are_exact(graded: Graded) -> Result:
    """Each day and plan has the active users that finance has."""
    return _exact(graded, "daily_metrics", "active_users")


@correct(demand="postgres:finance.daily_metrics#p.amount - p.refunded")
def payments_of_days_are_exact(graded: Graded) -> Result:
    """Each day and plan has the paying accounts and the revenue that finance has."""
    return _exact(graded, "daily_metrics", "paying_accounts", "revenue")


@correct(demand="postgres:finance.monthly_metrics#count(DISTINCT c.user_id)")
def users_of_months_are_exact(graded: Graded) -> Result:
    """Each month and plan has the active users that finance has, who are not the sum of those of days."""
    return _exact(graded, "monthly_metrics", "active_users")


@correct(demand="postgres:finance.monthly_metrics#count(DISTINCT a.id)")
def payments_of_months_are_exact(graded: Graded) -> Result:
    """Each month and plan has the paying accounts and the revenue that finance has."""
    return _exact(graded, "monthly_metrics", "paying_accounts", "revenue")


def _exact(graded: Graded, table: str, *figures: str) -> Result:
    said = difference(held(graded, table), at_start(graded, table), figures)
    return expect(not said, said or _RIGHT)


@correct(demand="docs/metrics.md#with these types")
def columns_have_their_types(graded: Graded) -> Result:
    """Both tables have the columns that are described, in their order and with their types."""
    wrong = {
        table: found
        for table in TABLES
        if list((found := graded.clickhouse.columns(f"analytics.{table}")).items()) != list(types(table).items())
    }
    return expect(not wrong, f"other columns: {str(wrong)[:400] if wrong else 'none'}")


@correct(demand="docs/loaders.md#an older state after a newer one")
def the_newest_state_counts(graded: Graded) -> Result:
    """Payments count as their newest state says, although an older one is inserted after it."""
    return _after(news(graded).states)


@correct(demand="docs/loaders.md#every row can be there several times")
def repeated_batches_change_nothing(graded: Graded) -> Result:
    """Batches that are inserted again change no figure."""
    return _after(news(graded).again)


@correct(demand="docs/metrics.md#changes figures of days and months long past")
def changed_members_change_the_past(graded: Graded) -> Result:
    """Robots, internal accounts, plans and users that move change the figures of all days."""
    return _after(news(graded).members)


@correct(demand="docs/loaders.md#a user after the user's actions")
def members_can_come_last(graded: Graded) -> Result:
    """Users and accounts that are inserted after their actions and payments count."""
    return _after(news(graded).order)


def _after(said: str) -> Result:
    return expect(not said, said or _RIGHT)
