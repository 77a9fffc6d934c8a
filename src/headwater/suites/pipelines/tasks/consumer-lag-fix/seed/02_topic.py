"""Create the topic `usage` with four hours of events; the group has read the first half hour."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from headwater.services import Message

TOPIC, GROUP, PARTITIONS = "usage", "metering", 6
START = datetime(2026, 5, 30, 20, 0, tzinfo=UTC)
MESSAGES = 36_000
HANDLED = 5_000
METERS = ("cpu_hours", "egress_gb", "requests", "storage_gb_hours")


def mixed(number: int) -> int:
    """Return a pseudorandom number below 2**31 that depends only on the arguments (splitmix)."""
    value = (number + 0x9E3779B97F4A7C15) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    value = (value ^ value >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    return (value ^ value >> 31) & 0x7FFFFFFF


def event(number: int) -> dict[str, Any]:
    """Return the event with this number; every fortieth event is days late."""
    late = timedelta(hours=mixed(number + 7) % 110) if number % 40 == 0 else timedelta()
    at = START + timedelta(milliseconds=number * 400 + mixed(number + 1) % 390) - late
    return {
        "id": f"{mixed(number + 2):08x}{number:08x}",
        "account": 1000 + mixed(number + 3) % 180,
        "meter": METERS[mixed(number + 4) % len(METERS)],
        "units": f"{mixed(number + 5) % 4_000_000 / 1000:.6f}",
        "at": at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z",
    }


def bad(number: int) -> bytes | None:
    """Return a message from a faulty metering agent."""
    good = event(1_000_000 + number)
    spoilt: list[bytes | None] = [
        b'{"id": "cut-off", "account": 10',
        None,
        b"",
        b'["cpu_hours", 1042, "1.5"]',
        b"\xff\xfe\x00 restarted",
        json.dumps(good | {"units": 1.5}).encode(),
        json.dumps(good | {"units": "-3.000000"}).encode(),
        json.dumps(good | {"units": "NaN"}).encode(),
        json.dumps(good | {"account": "1042"}).encode(),
        json.dumps(good | {"account": 1 << 40}).encode(),
        json.dumps(good | {"at": "1970-01-01T00:00:17.000Z"}).encode(),
        json.dumps(good | {"at": "30.05.2026 07:15"}).encode(),
        json.dumps({key: value for key, value in good.items() if key != "id"}).encode(),
        json.dumps(good | {"meter": ""}).encode(),
    ]
    return spoilt[number % len(spoilt)]


def again(row: tuple[Any, ...]) -> dict[str, Any]:
    """Return the message in which a metering agent repeats a stored event."""
    event_id, account, meter, units, at = row
    text = at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"
    return {"id": event_id, "account": account, "meter": meter, "units": f"{units:.6f}", "at": text}


def sent(stored: list[tuple[Any, ...]]) -> Iterator[tuple[int, dict[str, Any] | bytes | None]]:
    """Yield the partition and content of all messages in the order they were sent; an event is a dictionary."""
    for number in range(1, MESSAGES + 1):
        partition = mixed(number + 6) % PARTITIONS
        yield partition, event(number)
        if number % 19 == 0:  # sent again immediately, because it was not acknowledged in time
            yield (partition + 1) % PARTITIONS, event(number)
        if number > 9000 and number % 67 == 0:  # sent again an hour later
            yield (partition + 2) % PARTITIONS, event(number - 9000)
        if number % 300 == 0:
            yield partition, bad(number // 300)
        if number % 120 == 0:  # an event that is older than the oldest remaining message
            yield partition, again(stored[number // 120])


def handle(services: Any, known: set[str], messages: list[Message], contents: list[Any]) -> dict[int, int]:
    """Store the first messages, as the consumer did; return the next offset for each partition."""
    events: dict[str, list[Any]] = {}
    refused: list[list[Any]] = []
    ends: dict[int, int] = {}
    for message, content in zip(messages, contents, strict=True):
        offset = ends.get(message.partition, 0)
        ends[message.partition] = offset + 1
        if not isinstance(content, dict):
            refused.append([message.partition, offset, message.value or b"", "not as described"])
        elif content["id"] not in known:
            at = datetime.fromisoformat(content["at"])
            events[content["id"]] = [content["id"], content["account"], content["meter"], Decimal(content["units"]), at]
    services.clickhouse.insert("usage.events", list(events.values()), ["id", "account", "meter", "units", "at"])
    columns = ["kafka_partition", "kafka_offset", "payload", "reason"]
    services.clickhouse.insert("usage.rejected", refused, columns)
    return ends


def commit(services: Any, ends: dict[int, int]) -> None:
    """Commit offsets for the group, as its consumer would."""
    from confluent_kafka import Consumer, TopicPartition

    with services.network:
        consumer = Consumer({"bootstrap.servers": services.variables["KAFKA_BOOTSTRAP_SERVERS"], "group.id": GROUP})
        parts = [TopicPartition(TOPIC, number, end) for number, end in ends.items()]
        consumer.commit(offsets=parts, asynchronous=False)
        consumer.close()


def seed(services: Any) -> None:
    """Create and fill the topic, and commit the offsets at which the group got stuck."""
    latest = "select id, account, meter, units, at from usage.events order by at desc limit 12000"
    stored = [row for number, row in enumerate(services.clickhouse.query(latest)) if number % 31 == 0]
    numbered = list(sent(stored))
    contents = [content for _, content in numbered]
    messages = [
        Message(json.dumps(content).encode() if isinstance(content, dict) else content, partition=partition)
        for partition, content in numbered
    ]
    services.kafka.create_topic(TOPIC, PARTITIONS)
    services.kafka.produce(TOPIC, messages)
    known = {row[0] for row in stored}
    commit(services, handle(services, known, messages[:HANDLED], contents[:HANDLED]))
