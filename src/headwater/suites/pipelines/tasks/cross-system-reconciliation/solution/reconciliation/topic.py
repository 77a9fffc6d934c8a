"""Summarize the topic by payment."""

import json
import time
from dataclasses import dataclass, field

from confluent_kafka import Consumer, KafkaError, KafkaException, Message, TopicPartition

from reconciliation.systems import TIMEOUT_SEC, SystemFailureError, open_kafka

TOPIC = "transactions"
LARGEST = 2**63 - 1


@dataclass
class Newest:
    """The newest event of a payment, and whether any version of it came more than once."""

    version: int
    producer: str
    repeated: bool = False


@dataclass
class History:
    """The summary of a topic that the reconciliation needs."""

    messages: int = 0
    payments: dict[int, Newest] = field(default_factory=dict)
    malformed: list[tuple[int, int]] = field(default_factory=list)
    _versions: set[tuple[int, int]] = field(default_factory=set)

    def add(self, message: Message) -> None:
        """Add a message; versions may arrive in any order."""
        self.messages += 1
        event = parse(message.value())
        if event is None:
            self.malformed.append((message.partition(), message.offset()))
            return
        number, version, producer = event
        known = self.payments.setdefault(number, Newest(version, producer))
        if version > known.version:
            known.version, known.producer = version, producer
        known.repeated |= (number, version) in self._versions
        self._versions.add((number, version))


def parse(value: bytes | None) -> tuple[int, int, str] | None:
    """Return the payment, version and producer in a message, or None if it is malformed."""
    try:
        event = json.loads((value or b"").decode())
    except (ValueError, RecursionError):
        return None
    if not isinstance(event, dict):
        return None
    number, version = event.get("transaction_id"), event.get("version")
    if not all(type(part) is int and 0 < part <= LARGEST for part in (number, version)):
        return None
    return number, version, str(event.get("producer") or "none")


def read() -> History:
    """Read the topic up to its current end; a missing topic counts as empty."""
    history = History()
    with open_kafka() as consumer:
        ends = assign_all(consumer)
        deadline = time.monotonic() + TIMEOUT_SEC
        while ends:
            for message in consumer.consume(num_messages=10_000, timeout=0.5):
                deadline = time.monotonic() + TIMEOUT_SEC
                take(history, ends, message)
            if time.monotonic() > deadline:
                raise SystemFailureError(
                    "Kafka", f"no more messages came, and partitions {sorted(ends)} are not at their end"
                )
    history.malformed.sort()
    return history


def assign_all(consumer: Consumer) -> dict[int, int]:
    """Assign the partitions that have messages, and return their end offsets."""
    topic = consumer.list_topics(timeout=TIMEOUT_SEC).topics.get(TOPIC)
    ends, starts = {}, []
    for number in topic.partitions if topic else ():
        low, high = consumer.get_watermark_offsets(TopicPartition(TOPIC, number), timeout=TIMEOUT_SEC)
        if high > low:
            ends[number] = high
            starts.append(TopicPartition(TOPIC, number, low))
    consumer.assign(starts)
    return ends


def take(history: History, ends: dict[int, int], message: Message) -> None:
    """Add a message if it is before the end offset, and drop a partition once it is finished."""
    error, partition = message.error(), message.partition()
    if error is not None and error.code() != KafkaError._PARTITION_EOF:
        raise KafkaException(error)
    if error is None and message.offset() < ends.get(partition, 0):
        history.add(message)
    if error is not None or message.offset() + 1 >= ends.get(partition, 0):
        ends.pop(partition, None)
