"""Read the topic partition by partition, from where the group is to the ends at the start of the run."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from confluent_kafka import Consumer, KafkaError, KafkaException, Message, TopicPartition

NAME = "metrics"
GROUP = "metrics-to-clickhouse"
TIMEOUT_SEC = 9.0


@dataclass(frozen=True)
class Span:
    """The messages of a partition that a run reads: from `start` to the one before `end`."""

    partition: int
    committed: int
    start: int
    end: int


class Topic:
    """The topic, read without joining the group, so that a run that is killed leaves no member behind."""

    def __init__(self) -> None:
        self._consumer = Consumer({
            "bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"],
            "group.id": GROUP,
            "enable.auto.commit": False,
            "enable.partition.eof": True,
            "auto.offset.reset": "error",
            "log_level": 1,
        })

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._consumer.close()

    def spans(self) -> list[Span]:
        """Return a span for each partition that had messages at some time; it is empty if nothing is new."""
        numbers = self._consumer.list_topics(NAME, timeout=TIMEOUT_SEC).topics[NAME].partitions
        places = [TopicPartition(NAME, number) for number in numbers]
        found = []
        for place in self._consumer.committed(places, timeout=TIMEOUT_SEC):
            first, end = self._consumer.get_watermark_offsets(place, timeout=TIMEOUT_SEC)
            # Without a committed offset, and if its message has expired, reading starts at the first message.
            start = place.offset if first <= place.offset <= end else first
            if end > 0:
                found.append(Span(place.partition, place.offset, start, end))
        return found

    def messages(self, span: Span) -> Iterator[Message]:
        """Yield the messages of a span; a long silence before its end is an error."""
        self._consumer.assign([TopicPartition(NAME, span.partition, span.start)])
        position, heard = span.start, time.monotonic()
        while position < span.end:
            for message in self._consumer.consume(5_000, timeout=0.2):
                heard = time.monotonic()
                error = message.error()
                if error is None:
                    position = message.offset() + 1
                elif error.code() == KafkaError._PARTITION_EOF:
                    position = span.end
                else:
                    raise KafkaException(error)
                if error is None and position <= span.end:
                    yield message
            if time.monotonic() - heard > TIMEOUT_SEC:
                raise KafkaException(f"partition {span.partition} is silent at {position}, before its end {span.end}")

    def commit(self, offsets: dict[int, int]) -> None:
        """Commit the offset after the last stored message of each partition."""
        places = [TopicPartition(NAME, partition, offset) for partition, offset in offsets.items()]
        if places:
            self._consumer.commit(offsets=places, asynchronous=False)
