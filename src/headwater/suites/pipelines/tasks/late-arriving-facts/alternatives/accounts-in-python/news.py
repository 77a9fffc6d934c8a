"""Find the accounts for which something is new, and the first day of each."""

from datetime import date

import psycopg
from periods import Tariff

ARRIVED = """
    SELECT account_id, min((used_at AT TIME ZONE 'UTC')::date), count(*) FROM raw.usage WHERE arrival_id > %s GROUP BY account_id
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


def find(postgres: psycopg.Connection, tariff: Tariff, positions: tuple[int, int, int]) -> tuple[dict[int, date], int]:
    """Return the first changed day by account, and the number of new records."""
    firsts: dict[int, date] = {}

    def note(account: int, day: date) -> None:
        firsts[account] = min(day, firsts.get(account, day))

    arrived = postgres.execute(ARRIVED, positions[:1]).fetchall()
    for account, day, _ in arrived:
        note(account, day)
    for account, day in postgres.execute(CHANGES, positions[1:2]):
        note(account, day)
    prices = postgres.execute(PRICES, positions[2:]).fetchall()
    for (account,) in postgres.execute(ACCOUNTS).fetchall() if prices else ():
        for plan, day in prices:
            if tariff.plans.has(plan, account):
                note(account, day)
    return firsts, sum(count for _, _, count in arrived)


def add_closed(postgres: psycopg.Connection, firsts: dict[int, date], last: date, opened: date) -> None:
    """Add the days and adjustments of months that were closed since the last run, which may have taken them for open."""
    for account, day in postgres.execute(CLOSED, {"last": last, "open": opened}):
        firsts[account] = min(day, firsts.get(account, day))
