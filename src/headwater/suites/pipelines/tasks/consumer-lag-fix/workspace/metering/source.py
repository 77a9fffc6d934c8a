"""Read the topic from the group's offsets to the end offsets at the start of the run."""

import os
import time

from confluent_kafka import Consumer, KafkaException, Message, TopicPartition

TOPIC = "usage"
GROUP = "metering"
TIMEOUT_SEC = 10.0


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
        """Return the group's offset and the end offset for each partition with new messages."""
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

    def next(self) -> Message | None:
        """Return the next message, or None if there is none."""
        deadline = time.monotonic() + TIMEOUT_SEC
        while self._pending:
            message = self._consumer.poll(0.2)
            if message is None:
                if time.monotonic() > deadline:
                    raise KafkaException(f"no message for {TIMEOUT_SEC:.0f} s, and the end is not reached")
                continue
            if message.error():
                raise KafkaException(message.error())
            number = message.partition()
            if number not in self._pending:
                continue  # it arrived after the run started
            end = self._pending[number][1]
            self._pending[number] = (message.offset() + 1, end)
            if message.offset() + 1 >= end:
                del self._pending[number]
            if message.offset() < end:
                return message
        return None

    def remaining(self) -> int:
        """Return how many of the messages sent before the run are still unread."""
        return sum(end - at for at, end in self._pending.values())

    def commit(self, message: Message) -> None:
        """Commit the offset after a message."""
        self._consumer.commit(message=message, asynchronous=False)

    def close(self) -> None:
        """Close the connection to Kafka."""
        self._consumer.close()
