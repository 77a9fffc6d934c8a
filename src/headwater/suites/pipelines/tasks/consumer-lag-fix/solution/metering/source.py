"""Read the topic from the group's offsets to the end offsets at the start of the run."""

import os
import time

from confluent_kafka import Consumer, KafkaException, Message, TopicPartition

TOPIC = "usage"
GROUP = "metering"
TIMEOUT_SEC = 10.0
BATCH = 20_000


class Source:
    """The messages that a run reads."""

    def __init__(self) -> None:
        self._consumer = Consumer({
            "bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"],
            "group.id": GROUP,
            "enable.auto.commit": False,
            "auto.offset.reset": "earliest",
            "log_level": 2,
        })
        self._pending = self._spans()
        self._consumer.assign([TopicPartition(TOPIC, number, at) for number, (at, _) in self._pending.items()])

    def _spans(self) -> dict[int, tuple[int, int]]:
        """Return the group's offset and the end offset for each partition that has new messages."""
        topic = self._consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC]
        if topic.error:
            raise KafkaException(topic.error)
        partitions = [TopicPartition(TOPIC, number) for number in topic.partitions]
        spans = {}
        for part in self._consumer.committed(partitions, timeout=TIMEOUT_SEC):
            low, high = self._consumer.get_watermark_offsets(part, timeout=TIMEOUT_SEC)
            start = part.offset if low <= part.offset <= high else low
            if start < high:
                spans[part.partition] = (start, high)
        return spans

    def batch(self, deadline: float) -> list[Message]:
        """Return the next messages: a full batch, or fewer at the end or at the deadline."""
        batch: list[Message] = []
        patience = time.monotonic() + TIMEOUT_SEC
        while self._pending and len(batch) < BATCH and time.monotonic() < deadline:
            received = self._consumer.consume(BATCH - len(batch), timeout=0.2)
            if received:
                patience = time.monotonic() + TIMEOUT_SEC
            elif time.monotonic() > patience:
                raise KafkaException(f"no message for {TIMEOUT_SEC:.0f} s, and the end is not reached")
            batch += [message for message in received if self._is_due(message)]
        return batch

    def _is_due(self, message: Message) -> bool:
        """Track the position in a partition; return False for messages that belong to the next run."""
        if message.error():
            raise KafkaException(message.error())
        number = message.partition()
        if number not in self._pending:
            return False
        end = self._pending[number][1]
        self._pending[number] = (message.offset() + 1, end)
        if message.offset() + 1 >= end:
            del self._pending[number]
        return message.offset() < end

    def remaining(self) -> int:
        """Return how many messages before the end offsets are still unread."""
        return sum(end - at for at, end in self._pending.values())

    def commit(self, batch: list[Message]) -> None:
        """Commit the offsets up to the end of a batch."""
        reached = {message.partition(): message.offset() + 1 for message in batch}
        offsets = [TopicPartition(TOPIC, number, offset) for number, offset in reached.items()]
        self._consumer.commit(offsets=offsets, asynchronous=False)

    def close(self) -> None:
        """Close the connection to Kafka."""
        self._consumer.close()
