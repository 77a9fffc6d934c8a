"""Recurring revenue by month, from the topic. Owned by the billing team."""

from collections import defaultdict
from datetime import datetime
from decimal import Decimal

from reader import Event


class Billing:
    """Books the movement of each event once, and sends the customer a letter about each.

    `closed` has the rows of billing.periods: the time at which a month was closed, or None.
    """

    def __init__(self, closed: dict[str, datetime | None]) -> None:
        self.closed = closed
        self.booked: dict[str, Decimal] = {}
        self.voided: set[str] = set()
        self.months: defaultdict[str, Decimal] = defaultdict(Decimal)
        self.refused: list[str] = []  # the controller looks into these by hand
        self.letters: list[tuple[str, str, str]] = []

    def apply(self, event: Event) -> None:
        if event.id in self.booked or event.type == "snapshot":
            return
        month = event.booked_in or event.occurred_at.strftime("%Y-%m")
        closed_at = self.closed.get(month)
        if closed_at is not None and event.sent_at >= closed_at:
            self.refused.append(event.id)
            return
        delta = event.delta
        if event.voids:
            # A credit note. One for an event that was never booked, or was voided already, is left for the controller.
            if event.voids not in self.booked or event.voids in self.voided:
                self.refused.append(event.id)
                return
            self.voided.add(event.voids)
            delta = -self.booked[event.voids]
        self.booked[event.id] = delta
        self.months[month] += delta
        self.letters.append((event.subscription, event.type, month))
