"""Read new messages of the topic, and store what is not stored yet; README.md says how this is operated."""

import os
import sys
import time
from contextlib import closing
from typing import Any

from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import Consumer, KafkaException, Message, TopicPartition
from readings import InvalidError, parse
from store import Store

TOPIC, GROUP = "metrics", "metrics-to-clickhouse"
PORTION = 50_000
PATIENCE_SEC = 9.0


def open_consumer() -> Consumer:
    """Return a consumer that does not subscribe, so that it is no member of the group."""
    return Consumer({
        "bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"],
        "group.id": GROUP,
        "enable.auto.commit": False,
        "auto.offset.reset": "earliest",
        "log_level": 1,
    })


def partitions(consumer: Consumer) -> tuple[list[TopicPartition], dict[int, int]]:
    """Return where to start in the partitions with new messages, and the ends of all that are to be committed."""
    known = consumer.list_topics(TOPIC, timeout=PATIENCE_SEC).topics[TOPIC].partitions
    starts, ends = [], {}
    for place in consumer.committed([TopicPartition(TOPIC, number) for number in known], timeout=PATIENCE_SEC):
        low, high = consumer.get_watermark_offsets(place, timeout=PATIENCE_SEC)
        if high > 0 and place.offset != high:
            ends[place.partition] = high
        start = place.offset if low <= place.offset <= high else low
        if start < high:
            starts.append(TopicPartition(TOPIC, place.partition, start))
    return starts, ends


def take(messages: list[Message], ends: dict[int, int], portion: list[Message]) -> set[int]:
    """Add messages before the ends to the portion; return the partitions that have come to their end."""
    finished = set()
    for message in messages:
        if message.error():
            raise KafkaException(message.error())
        end = ends[message.partition()]
        if message.offset() < end:
            portion.append(message)
        if message.offset() >= end - 1:
            finished.add(message.partition())
    return finished


def read(consumer: Consumer, store: Store) -> tuple[int, int]:
    """Store all messages up to the current ends; return how many were read and how many rejected."""
    starts, ends = partitions(consumer)
    consumer.assign(starts)
    waiting = {place.partition for place in starts}
    portion: list[Message] = []
    total = rejected = 0
    heard = time.monotonic()
    while waiting:
        messages = consumer.consume(PORTION - len(portion), timeout=0.2)
        heard = time.monotonic() if messages else heard
        if time.monotonic() - heard > PATIENCE_SEC:
            raise KafkaException(f"partitions {sorted(waiting)} end before their ends {ends}")
        waiting -= take(messages, ends, portion)
        if portion and (len(portion) == PORTION or not waiting):
            total, rejected = total + len(portion), rejected + save(store, portion)
            commit(consumer, {message.partition(): message.offset() + 1 for message in portion})
            portion = []
    commit(consumer, ends)
    return total, rejected


def save(store: Store, portion: list[Message]) -> int:
    """Store readings and dead letters; return the number of dead letters."""
    readings: list[list[Any]] = []
    letters: list[list[Any]] = []
    for message in portion:
        try:
            readings.append(parse(message.value()))
        except InvalidError as error:
            letters.append([message.partition(), message.offset(), message.value() or b"", str(error)])
    store.add_readings(readings)
    store.add_letters(letters)
    return len(letters)


def commit(consumer: Consumer, offsets: dict[int, int]) -> None:
    if offsets:
        consumer.commit(
            offsets=[TopicPartition(TOPIC, partition, offset) for partition, offset in offsets.items()],
            asynchronous=False,
        )


def main() -> int:
    try:
        store = Store()
        with closing(open_consumer()) as consumer:
            total, rejected = read(consumer, store)
    except (ClickHouseError, KafkaException) as error:
        engine = "Kafka" if isinstance(error, KafkaException) else "ClickHouse"
        print(f"{engine} did not do its part: {error}", file=sys.stderr)
        return 1
    print(f"read={total} rejected={rejected}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
