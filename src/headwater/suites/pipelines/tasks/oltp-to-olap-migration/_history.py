"""Draw sales of closed months, with all that the past programs did to them."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from _sales import Row

COLUMNS = [
    *("sale_id", "customer_id", "product", "country", "amount", "currency"),
    *("sold_at", "status", "refunded", "note", "loaded_at", "loaded_by"),
]
_DAY = timedelta(days=1)
_FIRST, _END = datetime(2024, 1, 1, tzinfo=UTC), datetime(2025, 9, 1, tzinfo=UTC)
_SUMMER = datetime(2024, 3, 31, 1, tzinfo=UTC)
_MOVED = datetime(2024, 7, 8, 18, tzinfo=UTC)
_NET, _GROSS = datetime(2024, 12, 1, 2, tzinfo=UTC), datetime(2025, 7, 1, 2, tzinfo=UTC)
_RELOADED = datetime(2024, 12, 5, 21, tzinfo=UTC)
_EDGES = (
    *(_FIRST, _SUMMER, _MOVED, _NET, _GROSS, _RELOADED, datetime(2024, 2, 29, 23, 30, tzinfo=UTC)),
    *(datetime(2024, month, 1, tzinfo=UTC) for month in range(2, 13)),
    *(datetime(2025, month, 1, tzinfo=UTC) for month in range(1, 9)),
)
_AMOUNTS = ("0.29", "1.10", "19.99", "4999999999.95", "700000000000.01", "999999999999.99", "0.07", "33.33")


class PastSale:
    """A sale of a closed month.

    Attributes:
        loads: The rows that the programs wrote, in the order of their times.
        deleted: The times at which it was deleted.
        refunds: The times and amounts of its refunds.
    """

    def __init__(self, number: int, chance: random.Random) -> None:
        self.number = number
        self._chance = chance
        self.loads: list[list[object]] = []
        self.deleted: list[datetime] = []
        self.refunds: list[tuple[datetime, Decimal]] = []
        self._exists = True
        self._row()
        self._live()

    def _row(self) -> None:
        chance = self._chance
        self._customer, self._product = chance.choice((417, 1, 9000)), f"Book {chance.randint(0, 20)}"
        self._country, self._currency = chance.choice((None, "AT", "DE", "FI")), chance.choice(("EUR", "EUR", "CHF"))
        self._amount = Decimal(chance.choice(_AMOUNTS))
        self._status = chance.choice(("paid", "paid", "paid", "test"))
        seconds = chance.choice((-3600, -1800, -1, 0, 1, 1800, 3600, 7199, 7200, *([chance.randint(0, 2_600_000)] * 6)))
        sold_at = chance.choice(_EDGES) + timedelta(seconds=seconds)
        self._sold_at = min(max(sold_at, _FIRST), _END - timedelta(seconds=1))

    def _live(self) -> None:
        """Let the sale be loaded, refunded, changed, deleted and come back.

        Until December 2024 only new sales were loaded, and those of October 2024 again.
        """
        chance, moment = self._chance, _run_after(self._sold_at)
        if not (f"{self._sold_at:%Y-%m}" == "2024-10" and chance.random() < 0.3):
            self._load(moment)
        for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
            before, moment = moment, moment + chance.randint(2, 40) * _DAY
            self._reload(before, moment)
            self._happen(moment + timedelta(minutes=chance.choice((1, 7, 600, 1199, 1437))))
        self._reload(moment, moment + 1000 * _DAY)

    def _reload(self, before: datetime, until: datetime) -> None:
        """Load a sale of October again if reload.py ran in this time."""
        if self._exists and before < _RELOADED < until and f"{self._sold_at:%Y-%m}" == "2024-10":
            self._load(_RELOADED)

    def _happen(self, at: datetime) -> None:
        """Do one thing. A change that would not have been loaded cannot be known, so there is none."""
        chance, loaded = self._chance, _run_after(at)
        is_loaded = _NET <= loaded < _END + 100 * _DAY
        if not self._exists:
            if is_loaded:
                self._exists, self._amount = True, self._amount - Decimal("0.02")
                self._load(loaded)
            return
        kind = chance.choice(("refund", "refund", "change", "delete", "again"))
        if kind == "refund" and not self.deleted and self._status != "test":
            left = self._amount - self._refunded(None)
            self.refunds.append((at, max(Decimal("0.01"), (left / chance.randint(2, 9)).quantize(Decimal("0.01")))))
        elif kind == "change" and is_loaded:
            self._customer, self._amount = self._customer + 1, self._amount - Decimal("0.01")
            self._sold_at = min(self._sold_at + chance.choice((0, 0, 31)) * _DAY, _END - timedelta(seconds=1))
            self._load(loaded)
        elif kind == "delete" and not self.refunds and self.loads:
            self.deleted.append(at)
            self._exists = False
        elif self.loads and is_loaded:
            self.loads.append(list(self.loads[-1]))  # a run that broke off was started again

    def _refunded(self, until: datetime | None) -> Decimal:
        return sum((amount for at, amount in self.refunds if until is None or at < until), Decimal(0))

    def _load(self, moment: datetime) -> None:
        """Write the row as the program of that time did."""
        refunded, amount, sold_at, unknown = self._refunded(moment), self._amount, self._sold_at, ""
        program = "load_1" if moment < _NET else "load_2" if moment < _GROSS else "sync"
        if moment == _RELOADED:
            program = "reload"
        elif program == "load_1":
            unknown, amount, refunded = "unknown", amount * 100, refunded * 100
            summer = sold_at >= _SUMMER
            sold_at += timedelta(hours=(2 if summer else 1) if moment < _MOVED else 0)
        elif program == "load_2":
            amount -= refunded
        status = "refunded" if refunded else self._status
        values = (self._country or unknown, float(amount), self._currency, sold_at, status, float(refunded), "", moment)
        self.loads.append([self.number, self._customer, self._product, *values, program])

    def right(self) -> list[Row]:
        """Return the row as it was when its month was closed; none if the sale was deleted."""
        if not self._exists or not self.loads:
            return []
        refunded = self._refunded(None) or None
        status = "refunded" if refunded else self._status
        values = (self._country, self._amount, self._currency, self._sold_at, status, refunded, None)
        return [(self.number, self._customer, self._product, *values)]

    def describe(self, held: list[Row]) -> str:
        """Describe the sale's history, the right row and the rows in ClickHouse."""
        found = [row for row in held if row[0] == self.number]
        history = f"loads {[tuple(map(str, row[3:])) for row in self.loads]}, deleted {list(map(str, self.deleted))}"
        return f"sale {self.number}: expected {self.right()}, found {found}; {history}, refunds {self.refunds}"


def _run_after(changed: datetime) -> datetime:
    """Return when the programs loaded a change: at two o'clock, and every five minutes since July 2025."""
    if changed >= _GROSS:
        return changed.replace(second=0) + timedelta(minutes=5)
    return (changed - timedelta(hours=2)).replace(hour=2, minute=0, second=0) + _DAY
