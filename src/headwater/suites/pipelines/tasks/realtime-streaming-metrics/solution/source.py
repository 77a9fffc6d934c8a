"""Read the topic, and commit the offsets of the group."""

import os
import time
from collections.abc import Iterator

from confluent_kafka import Consumer, KafkaException, Message, TopicPartition

TOPIC, GROUP = "metrics", "realtime-metrics"
BATCH = 100_000
TIMEOUT_SEC = 10.0
Spans = dict[int, tuple[int, int]]
"""The next offset and the end of each partition."""


class Source:
    """The topic, as far as it goes when the run starts."""

    def __init__(self) -> None:
        self._consumer = Consumer(
            {
                "bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"],
                "group.id": GROUP,
                "enable.auto.commit": False,
                "auto.offset.reset": "earliest",
                "log_level": 0,
            }
        )

    def spans(self) -> Spans:
        topic = self._consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC]
        if topic.error:
            raise KafkaException(topic.error)
        found = {}
        parts = [TopicPartition(TOPIC, number) for number in sorted(topic.partitions)]
        for part in self._consumer.committed(parts, timeout=TIMEOUT_SEC):
            low, high = self._consumer.get_watermark_offsets(part, timeout=TIMEOUT_SEC)
            found[part.partition] = (part.offset if low <= part.offset <= high else low, high)
        return found

    def set_back(self) -> None:
        """Commit the offsets of the oldest messages."""
        lows = {}
        for number in self.spans():
            part = TopicPartition(TOPIC, number)
            lows[number], _ = self._consumer.get_watermark_offsets(part, timeout=TIMEOUT_SEC)
        self.commit(lows)

    def batches(self, spans: Spans) -> Iterator[list[Message]]:
        """Yield the messages of the spans. Messages after them are left to the next run."""
        pending = {number: end for number, (begin, end) in spans.items() if begin < end}
        self._consumer.assign([TopicPartition(TOPIC, number, spans[number][0]) for number in pending])
        batch: list[Message] = []
        while pending:
            for message in self._received(BATCH - len(batch)):
                end = spans[message.partition()][1]
                if message.offset() < end:
                    batch.append(message)
                if message.offset() >= end - 1:
                    pending.pop(message.partition(), None)
            if len(batch) >= BATCH:
                yield batch
                batch = []
        if batch:
            yield batch

    def _received(self, most: int) -> list[Message]:
        deadline = time.monotonic() + TIMEOUT_SEC
        while time.monotonic() < deadline:
            if received := self._consumer.consume(most, timeout=0.1):
                for message in received:
                    if message.error():
                        raise KafkaException(message.error())
                return received
        raise KafkaException(f"no message for {TIMEOUT_SEC:.0f} s, and the end is not reached")

    def commit(self, offsets: dict[int, int]) -> None:
        if offsets:
            parts = [TopicPartition(TOPIC, number, offset) for number, offset in offsets.items()]
            self._consumer.commit(offsets=parts, asynchronous=False)

    def close(self) -> None:
        self._consumer.close()
