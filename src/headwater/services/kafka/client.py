"""Defines the Kafka client for seeds and checks, which handles topics, messages and consumer groups."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from headwater.errors import QueryError
from headwater.sandbox import Network
from headwater.services._queries import UNREADABLE, QueryLimits, first_line
from headwater.untrusted import read_json

if TYPE_CHECKING:
    from confluent_kafka.admin import AdminClient

_TIMEOUT_SEC = 10.0
_LEAST_SEC = 0.01
_MOST_PARTITIONS = 1000
_PARTITIONS_SHOWN = 10
_NO_LIMITS = QueryLimits(seconds=60, rows=1 << 62, size=1 << 62)


@dataclass(frozen=True)
class Message:
    """One record in a topic."""

    value: bytes | None
    key: bytes | None = None
    headers: Mapping[str, bytes] = field(default_factory=dict)
    partition: int = -1
    offset: int = -1

    def json(self) -> Any:
        """Parse the value as JSON.

        Raises:
            QueryError: The value is not JSON.
        """
        try:
            return read_json(self.value or b"")
        except ValueError as error:
            raise QueryError(f"message at offset {self.offset} is not JSON: {error}") from None


class KafkaClient:
    """A Kafka client for topics, messages and consumer groups."""

    def __init__(self, network: Network, brokers: str, limits: QueryLimits | None = None) -> None:
        self._network = network
        self._brokers = brokers
        self._limits = limits or _NO_LIMITS

    @cached_property
    def _admin(self) -> AdminClient:
        from confluent_kafka.admin import AdminClient

        return AdminClient({"bootstrap.servers": self._brokers, "log_level": 2})

    def topics(self) -> dict[str, int]:
        """Return the topics that are not internal, with their partition counts."""
        with self._network, _kafka_errors():
            topics_by_name = self._admin.list_topics(timeout=_TIMEOUT_SEC).topics
        return {
            name: len(topic.partitions) for name, topic in sorted(topics_by_name.items()) if not name.startswith("__")
        }

    def create_topic(self, name: str, partitions: int = 1, config: Mapping[str, str] | None = None) -> None:
        """Create a topic."""
        from confluent_kafka.cimpl import NewTopic

        with self._network, _kafka_errors():
            topic = NewTopic(name, num_partitions=partitions, replication_factor=1, config=dict(config or {}))
            self._admin.create_topics([topic])[name].result(_TIMEOUT_SEC)

    def produce(self, topic: str, messages: Iterable[Message]) -> int:
        """Send messages in order and return their number.

        Each message goes to the partition that it names, or else to one chosen by its key.
        """
        from confluent_kafka import Producer

        failed: list[str] = []
        count = 0
        with self._network, _kafka_errors():
            producer = Producer({"bootstrap.servers": self._brokers, "linger.ms": 5, "log_level": 2})
            for message in messages:
                producer.produce(
                    topic,
                    value=message.value,
                    key=message.key,
                    headers=list(message.headers.items()),
                    partition=message.partition,
                    on_delivery=lambda error, _: failed.append(str(error)) if error else None,
                )
                producer.poll(0)
                count += 1
            producer.flush(_TIMEOUT_SEC)
        if failed:
            raise QueryError(f"{len(failed)} of {count} messages were not accepted: {failed[0]}")
        return count

    def messages(self, topic: str) -> list[Message]:
        """Return all messages in a topic, sorted by partition and offset, or an empty list if there is no topic."""
        from confluent_kafka import Consumer, TopicPartition

        partitions = self.topics().get(topic, 0)
        if not partitions:
            return []
        if partitions > _MOST_PARTITIONS:
            raise QueryError(f"the topic has {partitions} partitions; {_MOST_PARTITIONS} can be read")
        settings = {"bootstrap.servers": self._brokers, "group.id": "headwater-reader", "log_level": 2}
        # The end cannot be found by offsets, because markers, such as those of transactions, may follow the last
        # message.
        settings |= {"enable.auto.commit": False, "auto.offset.reset": "earliest", "enable.partition.eof": True}
        deadline = time.monotonic() + self._limits.seconds
        with self._network, _kafka_errors():
            consumer = Consumer(settings)
            try:
                ends: dict[int, tuple[int, int]] = {}
                for number in range(partitions):
                    remaining_sec = max(deadline - time.monotonic(), _LEAST_SEC)
                    ends[number] = consumer.get_watermark_offsets(TopicPartition(topic, number), timeout=remaining_sec)
                consumer.assign([TopicPartition(topic, number, low) for number, (low, _) in ends.items()])
                highs = {number: high for number, (low, high) in ends.items() if high > low}
                return _drain(consumer, highs, self._limits, deadline)
            finally:
                consumer.close()

    def committed(self, group: str, topic: str) -> dict[int, int]:
        """Return a group's committed offsets by partition, or an empty mapping if it has none."""
        from confluent_kafka import ConsumerGroupTopicPartitions

        with self._network, _kafka_errors():
            future = self._admin.list_consumer_group_offsets([ConsumerGroupTopicPartitions(group)])[group]
            committed_parts = future.result(_TIMEOUT_SEC).topic_partitions
        return {part.partition: part.offset for part in committed_parts if part.topic == topic and part.offset >= 0}


def _drain(consumer: Any, ends: dict[int, int], limits: QueryLimits, deadline: float) -> list[Message]:
    from confluent_kafka import KafkaError

    messages: list[Message] = []
    size = 0
    while ends and time.monotonic() < deadline:
        for raw in consumer.consume(num_messages=1000, timeout=0.2):
            if raw.error() and raw.error().code() == KafkaError._PARTITION_EOF:
                ends.pop(raw.partition(), None)
                continue
            if raw.error():
                raise QueryError(first_line(RuntimeError(str(raw.error()))))
            message = Message(raw.value(), raw.key(), dict(raw.headers() or []), raw.partition(), raw.offset())
            messages.append(message)
            size += len(message.value or b"") + len(message.key or b"")
            size += sum(len(value or b"") for value in message.headers.values())
            if message.offset + 1 >= ends.get(message.partition, 0):
                ends.pop(message.partition, None)
        if len(messages) > limits.rows or size > limits.size:
            raise QueryError(f"the topic has more than {limits.rows} messages or {limits.size >> 20} MiB")
    if ends:
        raise QueryError(f"partitions {sorted(ends)[:_PARTITIONS_SHOWN]} could not be read to their end in time")
    return sorted(messages, key=lambda message: (message.partition, message.offset))


@contextmanager
def _kafka_errors() -> Iterator[None]:
    from confluent_kafka import KafkaException

    try:
        yield
    except (KafkaException, BufferError, TimeoutError, *UNREADABLE) as error:
        raise QueryError(first_line(error)) from None
