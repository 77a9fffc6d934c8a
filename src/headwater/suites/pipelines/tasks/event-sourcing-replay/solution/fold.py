"""Replay the events of an order. See docs/snapshots.md."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

import events
from events import Event

Snapshot = tuple[str, str, int, int, int, int, datetime]
"""Customer, status, items, total and paid in cents, last number, and the time of the last event."""


@dataclass
class Order:
    """An order while its events are replayed. Amounts are in cents."""

    customer: str = ""
    is_cancelled: bool = False
    percent: int = 0
    paid: int = 0
    quantities: dict[str, int] = field(default_factory=dict)
    prices: dict[str, int] = field(default_factory=dict)

    def apply(self, kind: str, data: dict[str, object]) -> None:
        match kind:
            case "placed":
                self.customer = data["customer"]
            case "item_added":
                self.quantities[data["sku"]] = self.quantities.get(data["sku"], 0) + data["quantity"]
                self.prices[data["sku"]] = data["price"]
            case "item_removed":
                self.quantities[data["sku"]] = max(self.quantities.get(data["sku"], 0) - data["quantity"], 0)
            case "discounted":
                self.percent = data["percent"]
            case "paid":
                self.paid += data["amount"]
            case "refunded":
                self.paid -= data["amount"]
            case "cancelled" | "reopened":
                self.is_cancelled = kind == "cancelled"

    def total(self) -> int:
        if self.is_cancelled:
            return 0
        full = sum(quantity * self.prices.get(sku, 0) for sku, quantity in self.quantities.items())
        return (full * (100 - self.percent) + 50) // 100

    def status(self) -> str:
        if self.is_cancelled:
            return "cancelled"
        return "paid" if 0 < self.total() <= self.paid else "open"


def corrections(history: list[Event]) -> dict[str, dict[str, object]]:
    """Return the data of corrected events by their ids."""
    known = {event.id: event for event in history}
    found = {}
    for correction in history:
        target = known.get(correction.data["event"]) if correction.type == "corrected" else None
        if target and target.seq < correction.seq and target.type != "corrected":
            data = events.details_or_none(target.type, correction.data["data"], correction.data["is_new"])
            if data is not None:
                found[target.id] = data
    return found


def replay(known: Iterable[Event]) -> Snapshot | None:
    """Return the snapshot of an order after its events up to the first gap, or None if the first one is missing."""
    history: list[Event] = []
    for event in sorted(known, key=lambda event: event.seq):
        if event.seq != len(history) + 1:
            break
        history.append(event)
    if not history:
        return None
    corrected, order = corrections(history), Order()
    for event in history:
        order.apply(event.type, corrected.get(event.id, event.data))
    items = 0 if order.is_cancelled else sum(order.quantities.values())
    last = history[-1]
    return order.customer, order.status(), items, order.total(), order.paid, last.seq, last.at
