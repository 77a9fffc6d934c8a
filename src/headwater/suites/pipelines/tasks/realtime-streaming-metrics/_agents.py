"""Send readings as the agents on the hosts do, and change the topic and the offsets of the group."""

from __future__ import annotations

import json
from collections.abc import Iterable

from _readings import GROUP, TOPIC

from headwater.grading import QueryError, State
from headwater.services import Message

PARTITIONS = 6
BOOT = 1_780_489_000
BEGIN_MS = 1_780_490_100_000
"""The time of the first reading that checks send: 3 June, 12:35 UTC."""

KINDS = {"load": "gauge", "requests": "counter"}

Part = tuple[str, int, float, int]
"""The metric, number, second after BEGIN_MS, and value in thousandths of a reading."""


def single(host: str, part: Part, boot: int = BOOT) -> bytes:
    """Return a message of the first format."""
    metric, number, second, value = part
    fields = {"host": host, "boot": boot, "metric": metric, "kind": KINDS[metric], "seq": number}
    return json.dumps(fields | {"ts": (BEGIN_MS + round(second * 1000)) / 1000, "value": value / 1000}).encode()


def several(host: str, *parts: Part, skew: int = 0, boot: int = BOOT) -> bytes:
    """Return a message of the second format."""
    each = [
        {"m": metric, "k": KINDS[metric][0], "n": number, "at": BEGIN_MS + round(second * 1000) + skew, "v": value}
        for metric, number, second, value in parts
    ]
    return json.dumps({"format": 2, "host": host, "boot": boot, "skew_ms": skew, "readings": each}).encode()


def many(name: str, hosts: int, numbers: int) -> list[bytes]:
    """Return messages of several hosts with a counter and a gauge, two readings in each message, in a bad order."""
    return [
        several(
            f"{name}-{host}",
            ("requests", number, number * 20.0, number * 1500 + host),
            ("load", number, number * 20.0, number * 37 % 4001),
        )
        for number in sorted(range(1, numbers + 1), key=lambda number: number * 7 % 10)
        for host in range(hosts)
    ]


def send(state: State, values: Iterable[bytes | None], partitions: int = PARTITIONS) -> None:
    """Send messages to the partitions in turn."""
    state.kafka.produce(TOPIC, (Message(value, partition=place % partitions) for place, value in enumerate(values)))


_ADMIN = """
import json, os
from confluent_kafka import Consumer, ConsumerGroupTopicPartitions, TopicPartition
from confluent_kafka.admin import AdminClient, NewPartitions
brokers = {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]}
admin = AdminClient(brokers)
"""


def _administer(state: State, text: str) -> str:
    state.write(".administer", _ADMIN + text)
    ran = state.run("python3 -I .administer", timeout_sec=60)
    if ran.exit_code:
        raise QueryError(f"Kafka refused: {ran.tail}")
    return ran.stdout


def set_back(state: State) -> None:
    """Set the offsets of the group back to the start of all partitions."""
    parts = ", ".join(f"TopicPartition({TOPIC!r}, {number}, 0)" for number in range(PARTITIONS))
    _administer(
        state,
        f"group = ConsumerGroupTopicPartitions({GROUP!r}, [{parts}])\n"
        f"admin.alter_consumer_group_offsets([group])[{GROUP!r}].result(10)",
    )


def delete_group(state: State) -> None:
    """Delete the group."""
    _administer(state, f"admin.delete_consumer_groups([{GROUP!r}])[{GROUP!r}].result(10)")


def add_partitions(state: State, partitions: int) -> None:
    """Add partitions to the topic."""
    _administer(state, f"admin.create_partitions([NewPartitions({TOPIC!r}, {partitions})])[{TOPIC!r}].result(10)")


def expire(state: State, percent: int = 100) -> None:
    """Delete the oldest messages of the topic, as Kafka does after some days."""
    _administer(
        state,
        f"consumer = Consumer(brokers | {{'group.id': 'retention'}})\n"
        f"parts = [TopicPartition({TOPIC!r}, number) for number in range({PARTITIONS})]\n"
        f"ends = [consumer.get_watermark_offsets(part, timeout=10)[1] for part in parts]\n"
        f"parts = [TopicPartition({TOPIC!r}, number, end * {percent} // 100) for number, end in enumerate(ends)]\n"
        "for future in admin.delete_records(parts).values(): future.result(10)",
    )


def groups(state: State) -> list[str]:
    """Return the consumer groups that Kafka knows."""
    found: list[str] = json.loads(
        _administer(
            state,
            "print(json.dumps(sorted(group.group_id for group in admin.list_consumer_groups().result().valid)))",
        )
    )
    return found
