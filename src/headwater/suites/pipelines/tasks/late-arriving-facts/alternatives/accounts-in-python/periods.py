"""Plans and prices with the days on which they are in force."""

from bisect import bisect_right
from datetime import date
from decimal import Decimal

import psycopg

PLANS = "SELECT account_id, valid_from, plan FROM crm.plan_changes ORDER BY change_id"
PRICES = "SELECT plan, product, valid_from, unit_price FROM billing.prices ORDER BY price_id"


class Periods:
    """Values by key, each in force from a day until the next one."""

    def __init__(self, rows: list[tuple]) -> None:
        newest = {(tuple(key), valid_from): value for *key, valid_from, value in rows}
        self._days: dict[tuple, list[date]] = {}
        self._values: dict[tuple, list[object]] = {}
        for (key, valid_from), value in sorted(newest.items(), key=lambda item: item[0]):
            if value is not None:
                self._days.setdefault(key, []).append(valid_from)
                self._values.setdefault(key, []).append(value)

    def value(self, day: date, *key: object) -> object | None:
        number = bisect_right(self._days.get(key, []), day)
        return self._values[key][number - 1] if number else None

    def has(self, value: object, *key: object) -> bool:
        """Return whether a value is in force on any day."""
        return value in self._values.get(key, [])


class Tariff:
    """The plans of all accounts, and the prices of all plans."""

    def __init__(self, postgres: psycopg.Connection) -> None:
        self.plans = Periods(postgres.execute(PLANS).fetchall())
        self.prices = Periods(postgres.execute(PRICES).fetchall())

    def plan(self, account: int, day: date) -> str:
        return str(self.plans.value(day, account) or "unassigned")

    def price(self, plan: str, product: str, day: date) -> Decimal:
        return self.prices.value(day, plan, product) or Decimal(0)
