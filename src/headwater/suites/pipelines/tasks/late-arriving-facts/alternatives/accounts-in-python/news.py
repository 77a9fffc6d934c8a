"""Find the accounts for which something is new, and the days that it concerns."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta

import psycopg
from periods import Tariff

ARRIVED = """
    SELECT account_id, (used_at AT TIME ZONE 'UTC')::date AS day, count(*) FROM raw.usage WHERE arrival_id > %s GROUP BY account_id, day
"""
CHANGES = "SELECT account_id, min(valid_from) FROM crm.plan_changes WHERE change_id > %s GROUP BY account_id"
PRICES = "SELECT plan, min(valid_from) FROM billing.prices WHERE price_id > %s GROUP BY plan"
CLOSED = """
    SELECT account_id, min(day) FROM (
        SELECT account_id, day FROM mart.daily_usage WHERE day >= %(last)s AND day < %(open)s
        UNION ALL SELECT account_id, day FROM mart.adjustments WHERE month >= %(last)s
        UNION ALL SELECT account_id, day FROM billing.invoice_lines WHERE month >= %(last)s
    ) AS days GROUP BY account_id
"""
ACCOUNTS = "SELECT DISTINCT account_id FROM crm.plan_changes"


@dataclass
class News:
    """The days with new records by account, and the first days from which an account's plans or prices are new."""

    days: dict[int, set[date]] = field(default_factory=lambda: defaultdict(set))
    firsts: dict[int, date] = field(default_factory=dict)
    records: int = 0

    def note(self, account: int, first: date) -> None:
        """Add all days of an account from one on."""
        self.firsts[account] = min(first, self.firsts.get(account, first))

    @property
    def accounts(self) -> set[int]:
        """The accounts for which something is new."""
        return {*self.days, *self.firsts}

    def periods(self, account: int) -> list[tuple[date, date]]:
        """Return the first days of an account's periods, and the days after them."""
        first = self.firsts.get(account, date.max)
        single = [(day, day + timedelta(days=1)) for day in sorted(self.days.get(account, ())) if day < first]
        return single + ([(first, date.max)] if first < date.max else [])


def find(postgres: psycopg.Connection, tariff: Tariff, positions: tuple[int, int, int]) -> News:
    """Return what has arrived since the last run."""
    news = News()
    for account, day, count in postgres.execute(ARRIVED, positions[:1]):
        news.days[account].add(day)
        news.records += count
    for account, day in postgres.execute(CHANGES, positions[1:2]):
        news.note(account, day)
    prices = postgres.execute(PRICES, positions[2:]).fetchall()
    for (account,) in postgres.execute(ACCOUNTS).fetchall() if prices else ():
        for plan, day in prices:
            if tariff.plans.has(plan, account):
                news.note(account, day)
    return news


def add_closed(postgres: psycopg.Connection, news: News, last: date, opened: date) -> None:
    """Add the days and adjustments of months that were closed since the last run, which may have taken them for open."""
    for account, day in postgres.execute(CLOSED, {"last": last, "open": opened}):
        news.note(account, day)
