"""Send messages to a copy of the agent's state, and run the program after each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from _runs import Run, measured_run
from _shop import event, send

from headwater.grading import Graded, State


@dataclass(frozen=True)
class Arrivals:
    """Runs of replay.py, each after different messages. Their faults are those of the orders of these messages.

    Attributes:
        idle: Without new messages.
        few: After events of new orders, some of them out of order and in version 2.
        repeated: After events that were sent again, old ones included.
        gap: After events behind a gap.
        filled: After the missing event.
        corrected: After corrections of old and new events, one of which arrives before its event.
        cancelled: After events of two cancelled orders, one of which is reopened.
        rounded: After discounts of totals that end in half a cent.
        odd: After unusable messages.
    """

    idle: Run
    few: Run
    repeated: Run
    gap: Run
    filled: Run
    corrected: Run
    cancelled: Run
    rounded: Run
    odd: Run


@cache
def arrivals(graded: Graded) -> Arrivals:
    """Send several groups of messages, and run replay.py after each group."""
    first, second, third = "order-n1", "order-n2", "order-n3"
    steps: list[tuple[Callable[[State], None], tuple[str, ...]]] = [
        (send_few, (first, second)),
        (_repeated, (first, second)),
        (_gap, (first, second, third)),
        (_filled, (first, second, third)),
        (_corrected, (first, "order-n4")),
        (_cancelled, ("order-c",)),
        (_rounded, ("order-r",)),
        (_odd, ("order-c2", "order-n4", "order-n5", "order-o")),
    ]
    with graded.copy() as copy:
        runs = [measured_run(graded, copy)]
        for step, names in steps:
            step(copy)
            runs.append(measured_run(graded, copy, names=names))
        return Arrivals(*runs)


def send_few(state: State) -> None:
    """Send events of two new orders, some of them out of order and in version 2."""
    send(
        state,
        event("order-n1", 3, "paid", amount="30.00"),
        event("order-n1", 1, "placed", customer="customer-n1"),
        event("order-n1", 2, "item_added", 2, sku="sku-1", quantity=3, price=1000),
        event("order-n2", 4, "item_added", sku="sku-1", quantity=1, price="9999.99"),
        event("order-n2", 3, "wrapped", paper="blue"),
        event("order-n2", 2, "item_added", sku="sku-1", quantity=1, price="0.01"),
        event("order-n2", 1, "placed", 2, customer="customer-n2"),
    )


def _repeated(state: State) -> None:
    old = state.postgres.query("select message from app.order_archive where position % 900 = 7")
    send(
        state,
        *(row[0].encode() for row in old),
        event("order-n1", 3, "paid", amount="30.00"),
        event("order-n2", 1, "placed", 2, customer="customer-n2"),
    )


def _gap(state: State) -> None:
    send(
        state,
        event("order-n1", 5, "refunded", amount="10.00"),
        event("order-n3", 2, "item_added", sku="sku-1", quantity=1, price="5.00"),
        event("order-n2", 6, "cancelled"),
        event("order-n2", 7, "paid", 2, amount=250),
    )


def _filled(state: State) -> None:
    send(
        state,
        event("order-n1", 4, "item_removed", sku="sku-1", quantity=1),
        event("order-n3", 1, "placed", customer="customer-n3"),
        event("order-n2", 5, "item_removed", sku="sku-9", quantity=1),
    )


def _corrected(state: State) -> None:
    new = {"sku": "sku-1", "quantity": 2, "price": 1250}
    send(
        state,
        event("order-n1", 6, "corrected", 2, event="order-n1/2", data=new),
        event("order-n1", 7, "corrected", event="order-n1/3", data={"amount": 3000}),
        event("order-n1", 8, "corrected", event="order-n1/9", data={"customer": "nobody"}),
        event("order-n4", 3, "corrected", event="order-n4/2", data=new | {"price": "7.00"}),
        event("order-n4", 1, "placed", customer="customer-n4"),
        event("order-n4", 2, "item_added", sku="sku-2", quantity=5, price="9.00"),
        event("order-n4", 5, "corrected", event="order-n4/1", data={"customer": "customer-n4b"}),
        event("order-n4", 4, "corrected", event="order-n4/1", data={"customer": "customer-n4a"}),
    )


def _cancelled(state: State) -> None:
    send(
        state,
        event("order-c1", 1, "placed", customer="customer-c"),
        event("order-c1", 2, "item_added", sku="sku-3", quantity=1, price="2.00"),
        event("order-c1", 3, "cancelled"),
        event("order-c1", 4, "item_added", 2, sku="sku-3", quantity=1, price=200),
        event("order-c2", 1, "placed", customer="customer-c"),
        event("order-c2", 2, "item_added", sku="sku-1", quantity=1, price="5.00"),
        event("order-c2", 3, "cancelled"),
        event("order-c2", 4, "item_added", sku="sku-1", quantity=1, price="6.00"),
        event("order-c2", 5, "reopened", 2),
    )


def _rounded(state: State) -> None:
    for number, (price, percent) in enumerate([("0.10", 5), ("1.30", 15), ("4.50", 7), ("0.50", 1), ("10.10", 33)]):
        order = f"order-r{number}"
        send(
            state,
            event(order, 1, "placed", customer="customer-r"),
            event(order, 2, "item_added", sku="sku-1", quantity=1, price=price),
            event(order, 3, "discounted", percent=50),
            event(order, 4, "discounted", percent=percent),
        )


def _odd(state: State) -> None:
    send(
        state,
        None,
        b"",
        b"[" * 100_000,
        b'{"id": "a\\u0000", "order": "order-o", "seq": 1, "type": "placed", "at": "2026-05-01T00:00:00Z", '
        b'"data": {"customer": "c"}}',
        event("order-o1", 1, "placed", customer=""),
        event("order-o1", 2, "paid", 2, amount="5.00"),
        event("order-o1", 3, "paid", amount="1e3"),
        event("order-o1", 4, "paid", amount="NaN"),
        event("order-o1", 5, "item_added", sku="sku-1", quantity=True, price="1.00"),
        event("order-o1", 6, "paid", amount="10000.01"),
        event("order-o1", 7, "item_removed", sku="sku-1", quantity=1_001),
        event("order-c2", 6, "discounted", percent=101),
        event("order-c2", 7, "paid", amount="1.00"),
        event("order-n4", 6, "corrected", event="order-n4/2", data={"sku": "a\0", "quantity": 1, "price": "1.00"}),
        event("order-n5", 1, "placed", customer="customer-n5"),
    )
