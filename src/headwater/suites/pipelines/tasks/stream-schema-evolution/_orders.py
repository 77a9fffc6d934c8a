"""Derive the expected orders, messages and figures from the data at the start."""

from __future__ import annotations

import json
import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from headwater.grading import Completed, Graded, Message, State

TOPIC, PARTITIONS = "orders", 3
OVERWRITTEN = 2
LAYOUTS = {
    (1, 5): ("order", "customer", "cents", "placed_at", "coupon"),
    (2, 6): ("order", "customer", "persons", "cents", "placed_at", "channel"),
    (2, 7): ("order", "customer", "region", "persons", "cents", "placed_at", "channel"),
}
PACKED = ("order", "customer", "persons", "cents", "placed_at")
UNKNOWN = "unknown"

Fields = list[dict[str, Any]]
Order = dict[str, Any]


@dataclass(frozen=True)
class Happening:
    """The effect of a message or checkout on an order.

    Attributes:
        order: The order's number.
        content: The order's values, including the region, or None if the order is cancelled.
        checkout: The checkout's id, or None for an order from the desk.
        is_lost: Whether the message was unreadable.
        is_waiting: Whether the checkout has not been sent as a message yet.
    """

    order: str
    content: Order | None
    checkout: int | None
    is_lost: bool = False
    is_waiting: bool = False


def split(value: bytes | None) -> tuple[int, Any]:
    """Return a message's schema number and values, or -1 and None if the message is malformed."""
    try:
        return struct.unpack(">I", (value or b"")[1:5])[0], json.loads((value or b"")[5:])
    except (struct.error, ValueError, RecursionError):
        return -1, None


def encode_message(number: int, values: Sequence[Any]) -> bytes:
    """Return an encoded message."""
    return struct.pack(">bI", 0, number) + json.dumps(list(values), separators=(",", ":")).encode()


def order_of_checkout(content: dict[str, Any] | None) -> Order | None:
    """Return the order that a checkout's content describes."""
    if content is None:
        return None
    return {
        "order": content["order"],
        "customer": content["customer"],
        "persons": content.get("persons", 2),
        "cents": content["cents"],
        "placed_at": content["placedAt"] // 1000,
        "region": content.get("region") or None,
    }


def checkout_of(message: Message) -> int | None:
    """Return the checkout id from a message's headers."""
    text = bytes(message.headers.get("checkout") or b"")
    return int(text) if text.isdigit() else None


def _happening(message: Message) -> Happening:
    order, checkout = (message.key or b"").decode(), checkout_of(message)
    if message.value is None:
        return Happening(order, None, checkout)
    number, values = split(message.value)
    values_by_name = dict(zip(LAYOUTS[number, len(values)], values, strict=True))
    is_lost = len(values) == 7
    content = {"persons": 2, "region": None} | values_by_name
    if is_lost:
        content |= {"region": values_by_name["region"] or None, "placed_at": values_by_name["placed_at"] // 1000}
    content_of_event = {name: content[name] for name in (*PACKED, "region")}
    return Happening(order, content_of_event, checkout, is_lost=is_lost)


@cache
def happenings(graded: Graded) -> list[Happening]:
    """Return everything that happened to orders before the start, chronologically for each order."""
    sent = [_happening(message) for message in graded.starting.kafka.messages(TOPIC)]
    rows = graded.starting.postgres.query(
        "select id, order_no, content from shop.checkouts where id > (select up_to from shop.published) order by id"
    )
    return [
        *sent,
        *(Happening(order, order_of_checkout(content), number, is_waiting=True) for number, order, content in rows),
    ]


def orders_after(happened: Iterable[Happening]) -> dict[str, Order]:
    """Return the resulting orders, without the cancelled ones."""
    orders = {happening.order: happening.content for happening in happened}
    return {order: content for order, content in orders.items() if content is not None}


@cache
def resent(graded: Graded) -> tuple[set[int], set[int]]:
    """Return the checkouts that must be sent again, and those that may be sent again.

    Sending a message again is optional if a later message of its order was unreadable too, or was not sent.
    """
    last: dict[str, Happening] = {}
    last_sent: dict[str, Happening] = {}
    for happening in happenings(graded):
        last[happening.order] = happening
        if not happening.is_waiting:
            last_sent[happening.order] = happening
    lost_happenings = [each for each in happenings(graded) if each.is_lost]
    needed = {each.checkout for each in lost_happenings if last[each.order] is each}
    allowed = {each.checkout for each in lost_happenings if last_sent[each.order].is_lost}
    return {each for each in needed if each}, {each for each in allowed if each}


@cache
def ends(graded: Graded) -> Counter[int]:
    """Return how many messages each partition had at the start."""
    return Counter(message.partition for message in graded.starting.kafka.messages(TOPIC))


@cache
def added(graded: Graded) -> list[Message]:
    """Return the messages added since the start."""
    return [message for message in graded.kafka.messages(TOPIC) if message.offset >= ends(graded)[message.partition]]


def since(state: State, before: Counter[int]) -> list[Message]:
    """Return the messages added to the topic since the partitions had the given lengths."""
    return [message for message in state.kafka.messages(TOPIC) if message.offset >= before[message.partition]]


def lengths(state: State) -> Counter[int]:
    """Return how many messages each partition has."""
    return Counter(message.partition for message in state.kafka.messages(TOPIC))


def registered(state: State | Graded, subject: str = TOPIC) -> list[tuple[int, Fields]]:
    """Return the number and fields of each version of a subject, oldest first."""
    sql = "select number, fields from registry.schemas where subject = %s order by version"
    return [(int(number), fields) for number, fields in state.postgres.query(sql, [subject])]


def decode_message(message: Message, schemas: dict[int, Fields]) -> Order | None:
    """Return a message's values keyed by name, or None if these schemas cannot decode it."""
    number, values = split(message.value)
    fields = schemas.get(number)
    if fields is None or not isinstance(values, list) or len(values) != len(fields):
        return None
    return dict(zip([field["name"] for field in fields], values, strict=True))


def murmur2(key: bytes) -> int:
    """Return the hash with which the partitioner `murmur2_random` chooses a partition."""
    m, mask = 0x5BD1E995, 0xFFFFFFFF
    h = 0x9747B28C ^ len(key)
    whole_bytes = len(key) & ~3
    for at in range(0, whole_bytes, 4):
        k = int.from_bytes(key[at : at + 4], "little") * m & mask
        h = (h * m & mask) ^ ((k ^ k >> 24) * m & mask)
    if len(key) > whole_bytes:
        h = (h ^ int.from_bytes(key[whole_bytes:], "little")) * m & mask
    h = (h ^ h >> 13) * m & mask
    return h ^ h >> 15


def hall_of(order: str) -> int:
    """Return an order's partition, which is also its packing hall."""
    return (murmur2(order.encode()) & 0x7FFFFFFF) % PARTITIONS


def boxes_of(orders: dict[str, Order]) -> dict[str, Order]:
    """Return the boxes that the halls must pack, keyed by order."""
    return {
        order: {"hall": hall_of(order), **{name: content[name] for name in PACKED}} for order, content in orders.items()
    }


Figures = dict[str, tuple[int, int]]


def by_day(orders: dict[str, Order]) -> Figures:
    """Return the expected figures per day."""
    return _sums((str(datetime.fromtimestamp(each["placed_at"], UTC).date()), each) for each in orders.values())


def by_region(orders: dict[str, Order]) -> Figures:
    """Return the expected figures per region."""
    return _sums((each["region"] or UNKNOWN, each) for each in orders.values())


def _sums(orders: Iterable[tuple[str, Order]]) -> Figures:
    sums: Figures = {}
    for key, order in orders:
        count, cents = sums.get(key, (0, 0))
        sums[key] = count + 1, cents + order["cents"]
    return sums


def figures(graded: Graded, state: State | Graded, query: str) -> Figures:
    """Return the figures that a dashboard query shows."""
    sql = graded.workspace.shipped_text(f"queries/{query}.sql") or ""
    return {str(key): (int(count), int(cents)) for key, count, cents in state.postgres.query(sql)}


def difference(found: dict[str, Any], right: dict[str, Any], what: str) -> str:
    """Describe where two mappings differ. Return an empty string if they are equal."""
    other = sorted(key for key in found.keys() | right.keys() if found.get(key) != right.get(key))
    if not other:
        return ""
    first = other[0]
    example = f"{first} is {str(found.get(first))[:130]} and not {str(right.get(first))[:130]}"
    return f"{len(other)} of {len(right)} {what} are wrong: {example}"


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"it ended with {completed.exit_code}" + (f" ({completed.last_line[:200]})" if completed.exit_code else "")


def last_line(completed: Completed) -> str:
    """Return the last line of a run's standard output."""
    return (completed.stdout.strip().splitlines() or [""])[-1]
