"""Read the topic, including the part that a copy got after the start, and parse its messages."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import Any

from headwater.grading import Graded, Message, State

TOPIC = "subscriptions"
FIELDS = ("account", "plan", "seats", "status", "trial_ends", "terms")
_PATIENCE_SEC, _IDLE_SEC = 15, 4


@dataclass(frozen=True)
class Event:
    """An event in the topic; `fault` says why a message of schema 3 is none.

    Attributes:
        id: The event's id.
        type: Its type.
        key: The key of the message.
        subscription: The subscription that the value names.
        version: The version of the subscription.
        occurred: The time of the change, as in the message.
        sent_at: When it was sent.
        booked_in: The month in which billing books it, or None.
        voids: The id of the event that it takes back, or None.
        state: The state of the subscription, or None.
        delta: The movement of the revenue, or None.
        partition: The partition.
        offset: The offset.
        schema: The header of this name.
        value: The parsed value.
    """

    id: str
    type: str
    key: str
    subscription: str
    version: int
    occurred: str
    sent_at: datetime
    booked_in: str | None
    voids: str | None
    state: dict[str, Any] | None
    delta: Decimal | None
    partition: int
    offset: int
    schema: str
    value: Any


@dataclass(frozen=True)
class Broken:
    """A message that consumers cannot read, and why."""

    key: str
    why: str


def parsed(message: Message) -> Event | Broken | None:
    """Return the event in a message; None if it has no schema, as the messages of probes."""
    headers = {name: value.decode(errors="replace") for name, value in message.headers.items() if value is not None}
    if "schema" not in headers:
        return None
    key = (message.key or b"").decode(errors="replace")
    try:
        value = json.loads(message.value or b"")
        place = (message.partition, message.offset)
        return _second(key, value, place) if headers["schema"] == "2" else _third(key, headers, value, place)
    except (ValueError, KeyError, TypeError, ArithmeticError, AttributeError) as error:
        return Broken(key, f"{type(error).__name__}: {error}"[:120])


def _second(key: str, body: dict[str, Any], place: tuple[int, int]) -> Event:
    at = datetime.fromtimestamp(body["ts"] / 1000, UTC)
    state = {name: body[name] for name in FIELDS} | {"mrr": str(Decimal(body["mrr_cents"]).scaleb(-2))}
    delta = Decimal(body["delta_cents"]).scaleb(-2)
    name = f"sub-{body['sub']}"
    return Event(body["id"], body["kind"], key, name, body["v"], "", at, None, None, state, delta, *place, "2", body)


def _third(key: str, headers: Mapping[str, str], body: dict[str, Any], place: tuple[int, int]) -> Event:
    if headers["schema"] != "3":
        raise ValueError(f"the schema is {headers['schema']!r}")
    sent_at = datetime.fromisoformat(headers["sent-at"])
    if sent_at.tzinfo is None:
        raise ValueError("sent-at has no time zone")
    delta = Decimal(body["mrr_delta"]) if "mrr_delta" in body else None
    return Event(
        headers["event-id"], headers["type"], key, body["subscription"], int(body["version"]), body["occurred_at"],
        sent_at, headers.get("booked-in"), body.get("voids"), body["state"], delta, *place, "3", body,
    )  # fmt: skip


def events_of(messages: Iterable[Message]) -> list[Event]:
    """Return the events in messages."""
    return [event for event in map(parsed, messages) if isinstance(event, Event)]


def broken_of(messages: Iterable[Message]) -> list[Broken]:
    """Return the messages that cannot be read."""
    return [event for event in map(parsed, messages) if isinstance(event, Broken)]


@cache
def start_messages(graded: Graded) -> list[Message]:
    """Return the messages that were in the topic at the start."""
    return graded.starting.kafka.messages(TOPIC)


@cache
def start_events(graded: Graded) -> list[Event]:
    """Return the events that were in the topic at the start."""
    return events_of(start_messages(graded))


def _consumer(state: State) -> Any:
    from confluent_kafka import Consumer

    servers = state.stack.variables["KAFKA_BOOTSTRAP_SERVERS"]
    settings = {"bootstrap.servers": servers, "group.id": "checks", "enable.auto.commit": False, "log_level": 2}
    return Consumer(settings)


def ends(state: State) -> dict[int, int]:
    """Return the number of messages in each partition of the topic."""
    from confluent_kafka import TopicPartition

    partitions = range(state.kafka.topics().get(TOPIC, 0))
    with state.stack.network:
        consumer = _consumer(state)
        places = [TopicPartition(TOPIC, number) for number in partitions]
        found = {each.partition: consumer.get_watermark_offsets(each, timeout=_PATIENCE_SEC)[1] for each in places}
        consumer.close()
    return found


def after(state: State, first: Mapping[int, int]) -> list[Message]:
    """Return the messages of the topic after the given positions, partition by partition."""
    from confluent_kafka import TopicPartition

    now = ends(state)
    left = {number for number in now if now[number] > first.get(number, 0)}
    found: list[Message] = []
    # Markers, such as those of transactions, may follow the last message, so that its offset is not always reached.
    deadline = time.monotonic() + _PATIENCE_SEC
    with state.stack.network:
        consumer = _consumer(state)
        consumer.assign([TopicPartition(TOPIC, number, first.get(number, 0)) for number in sorted(left)])
        while left and time.monotonic() < deadline:
            for each in consumer.consume(5_000, timeout=0.2):
                if each.error():
                    continue
                headers = dict(each.headers() or [])
                found.append(Message(each.value(), each.key(), headers, each.partition(), each.offset()))
                deadline = time.monotonic() + _IDLE_SEC
                if each.offset() + 1 >= now[each.partition()]:
                    left.discard(each.partition())
        consumer.close()
    return sorted(found, key=lambda message: (message.partition, message.offset))


@cache
def start_ends(graded: Graded) -> dict[int, int]:
    """Return the number of messages in each partition at the start."""
    found: dict[int, int] = {}
    for message in start_messages(graded):
        found[message.partition] = message.offset + 1
    return found
