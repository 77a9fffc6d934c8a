"""Functional checks: lost messages, waiting checkouts and new orders arrive, with their regions."""

from __future__ import annotations

from _orders import (
    UNKNOWN,
    added,
    checkout_of,
    decode_message,
    describe_end,
    figures,
    happenings,
    orders_after,
    registered,
    resent,
)
from _registrations import thursday
from _scenarios import minute
from _views import agent_boxes

from headwater.grading import Graded, Result, expect, functional


@functional(demand="prompt", required=True)
def what_waits_is_sent(graded: Graded) -> Result:
    """Each waiting checkout was sent as a message with its customer or, if the order was cancelled, without a value."""
    schemas = dict(registered(graded))
    found = {checkout_of(message): message for message in added(graded)}
    waiting = [each for each in happenings(graded) if each.is_waiting]
    right = [
        each
        for each in waiting
        if (message := found.get(each.checkout))
        and (message.value is None) == (each.content is None)
        and (
            each.content is None or (decode_message(message, schemas) or {}).get("customer") == each.content["customer"]
        )
    ]
    return expect(
        len(right) == len(waiting) > 0, f"of {len(waiting)} checkouts {len(right)} are in the topic as readable"
    )


@functional(demand="prompt", required=True)
def lost_boxes_are_packed(graded: Graded) -> Result:
    """The halls pack the boxes whose messages had been unreadable."""
    completed, boxes = agent_boxes(graded)
    needed, right = resent(graded)[0], orders_after(happenings(graded))
    lost_orders = {each.order for each in happenings(graded) if each.checkout in needed}
    found = [order for order in lost_orders if boxes.get(order, {}).get("customer") == right[order]["customer"]]
    return expect(
        completed.exit_code == 0 and len(found) == len(lost_orders) > 0,
        f"packing: {describe_end(completed)}; of {len(lost_orders)} lost boxes {len(found)} are to be packed",
    )


@functional(demand="queries/regions.sql")
def figures_have_regions(graded: Graded) -> Result:
    """The dashboard shows about the right number of orders for each region, and for orders without one."""
    right: dict[str, int] = {}
    for order in orders_after(happenings(graded)).values():
        right[order["region"] or UNKNOWN] = right.get(order["region"] or UNKNOWN, 0) + 1
    found = {region: count for region, (count, _) in figures(graded, graded, "regions").items() if region}
    near = [region for region, count in right.items() if abs(found.get(region, 0) - count) <= 0.4 * count]
    return expect(len(near) == len(right), f"the regions have {found} orders and not {right}")


@functional(demand="prompt")
def a_region_is_counted(graded: Graded) -> Result:
    """A new order with a region is packed, and counted in that region."""
    return _grown(graded, "bx-60001", "north")


@functional(demand="prompt")
def an_order_without_region_arrives(graded: Graded) -> Result:
    """A new order without a region is packed and counted."""
    return _grown(graded, "bx-60002", UNKNOWN)


@functional(demand="docs/orders.md#the-topic-orders")
def the_desk_is_read(graded: Graded) -> Result:
    """The desk's orders, which use schema version 2, are packed and counted."""
    return _grown(graded, "bx-70003", UNKNOWN)


@functional(demand="prompt")
def the_tool_refuses_what_happened(graded: Graded) -> Result:
    """tools/register.py refuses the schema that was registered on Thursday, and changes nothing."""
    outcome = thursday(graded)
    changed = "changed" if outcome.changed else "as it was"
    return expect(outcome.is_refused, f"the schema of Thursday: {describe_end(outcome.run)}; the registry is {changed}")


def _grown(graded: Graded, order: str, region: str) -> Result:
    outcome = minute(graded)
    grown = outcome.figures.regions.get(region, (0, 0))[0] - outcome.before.get(region, (0, 0))[0]
    packed = order in outcome.figures.boxes
    return expect(
        outcome.run.exit_code == 0 and packed and grown > 0,
        f"{describe_end(outcome.run)}; {order} is {'packed' if packed else 'missing'}; {region} grew by {grown}",
    )
