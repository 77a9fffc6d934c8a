"""Correctness checks: each number means one schema, orders arrive once with the right values, and figures are exact."""

from __future__ import annotations

import json
from typing import Any

from _chance import chance
from _orders import (
    TOPIC,
    Fields,
    Order,
    added,
    boxes_of,
    by_day,
    by_region,
    checkout_of,
    decode_message,
    describe_end,
    difference,
    ends,
    figures,
    hall_of,
    happenings,
    orders_after,
    registered,
    resent,
)
from _scenarios import original
from _views import agent_boxes

from headwater.grading import Graded, Message, Result, correct, expect


@correct(demand="docs/schemas.md#A number means the same schema for ever", required=True)
def numbers_mean_what_they_meant(graded: Graded) -> Result:
    """Schemas 1 to 3 are the same as before Thursday."""
    sql = "select number, subject, version, fields from registry.schemas where number <= 3 order by number"
    right = {row[0]: (*row[1:3], row[3]) for row in graded.starting.postgres.query(sql)}
    right[2] = (*right[2][:2], original(graded))
    found = {row[0]: (*row[1:3], row[3]) for row in graded.postgres.query(sql)}
    fault = difference({str(k): v for k, v in found.items()}, {str(k): v for k, v in right.items()}, "schemas")
    return expect(not fault, fault or "they are as they were")


@correct(demand="docs/schemas.md#new-versions")
def the_new_version_is_compatible(graded: Graded) -> Result:
    """The newest version is in schemas/orders.json, adds an optional region, and is compatible with earlier ones."""
    number, newest = registered(graded)[-1]
    file = json.loads(graded.workspace.read_text("schemas/orders.json"))
    region = [(f["type"], f.get("default", "none")) for f in newest if f["name"] == "region"]
    faults = [fault for old in (registered(graded)[0][1], original(graded)) if (fault := _incompatible(newest, old))]
    return expect(
        number > 3 and region == [(["null", "text"], None)] and not faults and _bare(file["fields"]) == _bare(newest),
        f"number {number} has region as {region}; not compatible are {faults or 'none'}; "
        f"schemas/orders.json is {'the same' if _bare(file['fields']) == _bare(newest) else 'another one'}",
    )


def _bare(fields: Fields) -> list[dict[str, Any]]:
    return [{name: value for name, value in field.items() if name != "doc"} for field in fields]


def _incompatible(new: Fields, old: Fields) -> str:
    new_fields, old_fields = ({field["name"]: field for field in fields} for fields in (new, old))
    other = [
        name for name in new_fields.keys() & old_fields.keys() if new_fields[name]["type"] != old_fields[name]["type"]
    ]
    single = [
        name for name in new_fields.keys() ^ old_fields.keys() if "default" not in (new_fields | old_fields)[name]
    ]
    return ", ".join(sorted([*other, *single]))


@correct(demand="docs/orders.md#the last message of an order counts", required=True)
def halls_pack_what_was_ordered(graded: Graded) -> Result:
    """The halls' program lists each order in the right hall, with the right customer, persons, cents and seconds."""
    completed, boxes = agent_boxes(graded)
    fault = difference(boxes, boxes_of(orders_after(happenings(graded))), "boxes")
    return expect(
        completed.exit_code == 0 and not fault, f"packing: {describe_end(completed)}; {fault or 'all are right'}"
    )


@correct(demand="docs/orders.md#must not be packed as it was", required=True)
def what_was_cancelled_or_changed_stays_so(graded: Graded) -> Result:
    """A message is not sent again if the topic has a later message for the same order."""
    old = {each.checkout for each in happenings(graded) if each.is_lost} - resent(graded)[1]
    repeated_messages = [
        message for message in added(graded) if message.value is not None and checkout_of(message) in old
    ]
    return expect(
        bool(added(graded)) and not repeated_messages,
        f"{len(repeated_messages)} of {len(old)} orders came back, as {_keys(repeated_messages)}",
    )


@correct(demand="docs/orders.md#is never sent again", required=True)
def each_message_is_there_once(graded: Graded) -> Result:
    """Each waiting checkout and each unreadable message is sent once; nothing else in the topic changes."""
    messages = graded.kafka.messages(TOPIC)
    messages = [message for message in messages if message.offset < ends(graded)[message.partition]]
    needed, allowed = resent(graded)
    waiting = {each.checkout for each in happenings(graded) if each.is_waiting}
    found = [checkout_of(message) for message in added(graded)]
    missing = len((needed | waiting) - set(found))
    other = sum(1 for checkout in found if checkout not in needed | allowed | waiting)
    duplicates = len(found) - len(set(found))
    same = messages == graded.starting.kafka.messages(TOPIC)
    return expect(
        same and not missing and not other and not duplicates,
        f"the messages of the start are {'there' if same else 'other ones'}; {missing} are missing, "
        f"{duplicates} there again, {other} are of something else",
    )


@correct(demand="docs/orders.md#with the same key and headers")
def new_messages_have_key_headers_and_partition(graded: Graded) -> Result:
    """Each new message is keyed by its order, has origin and checkout headers, and is in the order's partition."""
    orders = {each.checkout: each.order for each in happenings(graded) if each.checkout}
    faulty = [message for message in added(graded) if not _is_in_place(message, orders)]
    return expect(
        bool(added(graded)) and not faulty,
        f"{len(faulty)} of {len(added(graded))} have another key, headers or partition, as {_keys(faulty)}",
    )


def _is_in_place(message: Message, orders: dict[int | None, str]) -> bool:
    order = (message.key or b"").decode(errors="replace")
    headers = {name: bytes(value or b"") for name, value in message.headers.items()}
    right = {"origin": b"shop", "checkout": str(checkout_of(message)).encode()}
    return orders.get(checkout_of(message)) == order and headers == right and message.partition == hall_of(order)


@correct(demand="docs/orders.md#the-topic-orders")
def messages_say_what_was_ordered(graded: Graded) -> Result:
    """Each new message has its checkout's values, in the right units, and the region (null if unknown)."""
    right = {each.checkout: each.content for each in happenings(graded) if each.checkout}
    schemas = dict(registered(graded))
    orders = [
        (checkout_of(message), decode_message(message, schemas))
        for message in added(graded)
        if message.value is not None
    ]
    faulty = [(right.get(checkout), order) for checkout, order in orders if not _says(order, right.get(checkout))]
    return expect(bool(orders) and not faulty, f"{len(faulty)} of {len(orders)} say something else, as {faulty[:1]}")


def _says(order: Order | None, content: Order | None) -> bool:
    return order is not None and content is not None and content.items() <= order.items()


@correct(demand="docs/orders.md#without those that were cancelled")
def days_are_exact(graded: Graded) -> Result:
    """The figures per day count each order once."""
    fault = difference(figures(graded, graded, "days"), by_day(orders_after(happenings(graded))), "days")
    return expect(not fault, fault or "all days are right")


@correct(demand="docs/orders.md#for orders without one")
def regions_are_exact(graded: Graded) -> Result:
    """The figures per region count each order once, in the region given by its last message."""
    fault = difference(figures(graded, graded, "regions"), by_region(orders_after(happenings(graded))), "regions")
    return expect(not fault, fault or "all regions are right")


@correct(demand="docs/orders.md#The last message of an order counts", required=True)
def rounds_of_chance_leave_orders_right(graded: Graded) -> Result:
    """After each round of changing orders and of killed and failed runs, halls and figures have each order once."""
    faults = [fault for each in chance(graded) for fault in (each.orders, each.sent) if fault]
    return expect(not faults, (faults or ["all rounds were right"])[0], faults=faults[:9])


def _keys(messages: list[Message]) -> list[str]:
    return [(message.key or b"").decode(errors="replace") for message in messages[:3]]
