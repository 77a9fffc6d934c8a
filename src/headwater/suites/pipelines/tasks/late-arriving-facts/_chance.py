"""Generate records, plans and prices at random in a small world of a few accounts, where they collide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from _runs import change_plans, change_prices, send

from headwater.grading import State

ACCOUNTS = (501, 502, 503, 504, 2147483647)
_PRODUCTS = ("compute", "gpu")
_PLANS = ("flex", "reserve")
"""Plans that only the new accounts have, so that their prices can change often."""
_DAYS = (
    *("2026-03-31", "2026-05-31", "2026-06-15", "2026-07-31", "2026-08-01"),
    *("2026-08-31", "2026-09-01", "2026-09-30", "2026-10-01", "2026-11-30"),
)
_VALID_FROM = ("2026-02-01", "2026-06-01", *_DAYS, "2027-01-01")
_TIMES = ("00:00:00+00", "13:30:00.5+00", "23:59:59.999999+00")
_QUANTITIES = (None, "-1", "-0.001", "0", "0.001", "1", "10", "30", "1000.125", "12345678.901")
_PRICES = ("0", "0.0005", "0.0015", "0.048", "1.25", "12.345678")
"""Some amounts are half cents: 10 times 0.0005 is 0.005."""


@dataclass
class Sources:
    """The collector, sales and finance, which add rows of every kind that the documents allow.

    Attributes:
        records: How many rows of raw.usage have been added.
        events: What has been added, by account or by plan, in its order.
    """

    state: State
    random: Random
    records: int = 0
    events: list[tuple[Any, str]] = field(default_factory=list)

    def note(self, event: str) -> None:
        """Remember an event that concerns all accounts."""
        self.events.append((None, event))

    def add(self, records: int, plans: int = 0, prices: int = 0) -> None:
        """Let some rows arrive in each source."""
        self._insert(send, [self._record() for _ in range(records)])
        self._insert(change_plans, [self._plan() for _ in range(plans)])
        self._insert(change_prices, [self._price() for _ in range(prices)])
        self.records += records

    def _insert(self, insert: Callable[..., None], rows: list[tuple[Any, ...]]) -> None:
        if rows:
            insert(self.state, *rows)

    def _record(self) -> tuple[Any, ...]:
        account, product, day, time = map(self.random.choice, (ACCOUNTS, _PRODUCTS, _DAYS, _TIMES))
        quantity = self.random.choice(_QUANTITIES)
        self.events.append((account, f"a record of {product} at {day} {time} with quantity {quantity}"))
        return f"w-{account}-{product}-{day}-{_TIMES.index(time)}", account, product, f"{day} {time}", quantity

    def _plan(self) -> tuple[Any, ...]:
        account, first = map(self.random.choice, (ACCOUNTS, _VALID_FROM))
        plan = self.random.choice((None, "standard", *_PLANS, *_PLANS))
        self.events.append((account, f"plan {plan} from {first}"))
        return account, first, plan

    def _price(self) -> tuple[Any, ...]:
        plan, product, first, price = map(self.random.choice, (_PLANS, _PRODUCTS, _VALID_FROM, _PRICES))
        self.note(f"price {price} of {product} in {plan} from {first}")
        return plan, product, first, price

    def history(self, account: int) -> list[str]:
        """Return the last events that concern an account."""
        return [event for number, event in self.events if number in (account, None)][-25:]
