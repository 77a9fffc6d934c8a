"""Judge the events of the traffic: what failed, what was lost, and what readers saw."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from _orders import TRAFFIC, FoundOrder, SeededOrder, amount_of, minor_of, seeded_orders

from headwater.grading import Graded, State

Event = Mapping[str, Any]

_PLACED = f"""
    select order_key::text, order_id, market, kind, currency, amount, amount_minor
    from shop.orders where customer_id in {TRAFFIC}
"""
_STATUS = "select order_key::text, status from shop.orders where status ~ '^s[0-9]$'"
_PARCELS = """
    select parcel, order_key::text from shop.shipments join shop.orders using (order_id) where parcel ~ '^T-'
"""
_WRITES = ("order", "change", "status", "shipment", "deployment")


def _seeded_key(n: int) -> str:
    return str(uuid.UUID(hashlib.md5(f"order {n}".encode()).hexdigest()))


@dataclass(frozen=True)
class Traffic:
    """The events of a traffic, with the orders that existed before it."""

    events: Sequence[Event]
    seeded: Mapping[str, SeededOrder]

    def of(self, name: str, release: int | None = None) -> list[Event]:
        """Return the events with a name, of one release or of both."""
        return [each for each in self.events if each["name"] == name and release in (None, each.get("release"))]

    def failed_writes(self, release: int) -> list[str]:
        """Describe the failed writes of a release."""
        return [f"{name}: {each['error']}" for name in _WRITES for each in self.of(name, release) if each["error"]]

    def failed_reads(self) -> list[str]:
        """Describe the failed reads of both releases, and the reports that failed or changed while they ran."""
        reads = [f"read: {each['error']}" for each in self.of("read") if each["error"]]
        for each in self.of("report"):
            first, last = each["answers"]
            if each["error"] or first != last:
                reads.append(f"report: {each['error'] or f'{first} became {last}'}")
        return reads

    def wrong_reads(self, release: int) -> list[str]:
        """Describe what readers of a release saw and should not have seen."""
        wrong = []
        for each in self.of("read", release):
            expected = each["expected"]
            if each["n"] is not None:
                seeded = self.seeded[_seeded_key(each["n"])]
                expected = repr(seeded.amount if release == 1 else seeded.minor)
            if not each["error"] and each["found"] != expected:
                wrong.append(f"{each['found']} instead of {expected}")
        return wrong

    @cached_property
    def accepted(self) -> dict[str, Event]:
        """The orders that were acknowledged, by key."""
        return {each["key"]: each for each in self.of("order") if not each["error"]}

    @cached_property
    def uncertain(self) -> set[str]:
        """The keys of orders of which an operation failed, so that nobody knows their content."""
        return {each["key"] for name in ("order", "change") for each in self.of(name) if each["error"]}

    @cached_property
    def changes(self) -> dict[str, Event]:
        """The last acknowledged change of each order, by key."""
        return {each["key"]: each for each in self.of("change") if each["key"] not in self.uncertain}

    @cached_property
    def changed_keys(self) -> set[str]:
        """The keys of all orders of which an amount was changed, or may have been."""
        return {each["key"] for each in self.of("change")}

    def expected(self, key: str) -> FoundOrder:
        """Return the amounts that an order has after the traffic."""
        placed = self.accepted.get(key)
        currency = str(placed["currency"]) if placed else self.seeded[key].currency
        last = self.changes.get(key)
        if last is None:
            source = placed if placed else {"amount": self.seeded[key].amount, "minor": self.seeded[key].minor}
            return FoundOrder(currency, source["amount"], source["minor"])
        if last["release"] == 1:
            return FoundOrder(currency, last["amount"], minor_of(last["amount"], currency))
        return FoundOrder(currency, amount_of(last["amount_minor"], currency), last["amount_minor"])

    def wrong_orders(self, state: State | Graded, release: int) -> list[str]:
        """Describe the acknowledged orders of a release that are lost or not what they were."""
        rows = {row[0]: row[1:] for row in state.postgres.query(_PLACED)}
        wrong = []
        for key, event in self.accepted.items():
            if event["release"] != release or key in self.uncertain:
                continue
            after = self.expected(key)
            right = (event["order_id"], event["market"], event["kind"], after.currency, after.amount, after.minor)
            if rows.get(key) != right:
                wrong.append(f"{rows.get(key, 'lost')} instead of {right}")
        return wrong

    def surplus_orders(self, state: State | Graded) -> int:
        """Return how many orders of the traffic are there that it never placed."""
        return len({row[0] for row in state.postgres.query(_PLACED)} - {each["key"] for each in self.of("order")})

    def wrong_changes(self, orders: Mapping[str, FoundOrder]) -> list[str]:
        """Describe the changed orders of the starting state that do not have their last amount in both columns."""
        changed = [key for key in self.changes if key in self.seeded]
        return [
            f"{orders.get(key)} instead of {self.expected(key)}"
            for key in changed
            if orders.get(key) != self.expected(key)
        ]

    def lost_details(self, state: State | Graded) -> list[str]:
        """Describe statuses and parcels that were acknowledged and are lost."""
        failed = {each["key"] for each in self.of("status") if each["error"]}
        statuses = {each["key"]: each["status"] for each in self.of("status") if each["key"] not in failed}
        found = dict(state.postgres.query(_STATUS))
        parcels = dict(state.postgres.query(_PARCELS))
        lost = [f"status {status} of {key}" for key, status in statuses.items() if found.get(key) != status]
        shipped = [each for each in self.of("shipment") if not each["error"]]
        return lost + [f"parcel {each['parcel']}" for each in shipped if parcels.get(each["parcel"]) != each["key"]]


@cache
def workload(graded: Graded) -> Traffic:
    """Return the traffic that ran while the agent worked."""
    return Traffic(graded.workload, seeded_orders(graded))


def wrong_seeded(
    traffic: Traffic, orders: Mapping[str, FoundOrder], traits: frozenset[str], *, exactly: bool = False
) -> tuple[int, list[str]]:
    """Compare the orders of the starting state that have certain traits and that the traffic did not change.

    Args:
        traffic: The traffic.
        orders: The orders that were found.
        traits: The traits that an order must have.
        exactly: Whether it may have no other traits.

    Returns:
        The number of compared orders, and a description of each wrong one.
    """
    untouched = {
        key: order
        for key, order in traffic.seeded.items()
        if key not in traffic.changed_keys and (order.traits == traits if exactly else order.traits >= traits)
    }
    wrong = []
    for key, order in untouched.items():
        found = orders.get(key)
        actual = None if found is None else (found.currency, found.minor)
        if actual != (order.currency, order.minor):
            wrong.append(f"{actual} instead of {(order.currency, order.minor)} for {order.amount}")
    return len(untouched), wrong


def describe(faults: Sequence[str], of: str) -> str:
    """Describe faults with their number and two examples."""
    return f"{of}: {len(faults)} wrong" + (f", such as {'; '.join(faults[:2])}" if faults else "")
