"""Store the new scans in the topic; see README.md."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import Consumer, KafkaException, Message, TopicPartition
from scans import COLUMNS, read_scan

TOPIC = "parcel-scans"
GROUP = "parcel-scans-to-clickhouse"
BATCH = 2_000
TIMEOUT_SEC = 10.0


def connect_clickhouse() -> Client:
    """Connect with the settings from the environment."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )


def connect_kafka() -> Consumer:
    """Connect with the settings from the environment; offsets are committed by hand, after the insert."""
    return Consumer({
        "bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"],
        "group.id": GROUP,
        "enable.auto.commit": False,
        "auto.offset.reset": "earliest",
        "log_level": 2,
    })


def spans(consumer: Consumer) -> dict[int, tuple[int, int]]:
    """Return the group's offset and the end offset for each partition with new messages."""
    topic = consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC]
    partitions = [TopicPartition(TOPIC, number) for number in topic.partitions]
    found = {}
    for part in consumer.committed(partitions, timeout=TIMEOUT_SEC):
        low, high = consumer.get_watermark_offsets(part, timeout=TIMEOUT_SEC)
        start = max(part.offset, low)
        if start < high:
            found[part.partition] = (start, high)
    return found


def batches(consumer: Consumer, pending: dict[int, tuple[int, int]]) -> Iterator[list[Message]]:
    """Yield the messages in the spans, up to BATCH at a time."""
    consumer.assign([TopicPartition(TOPIC, number, start) for number, (start, _) in pending.items()])
    ends = {number: end for number, (_, end) in pending.items()}
    while ends:
        batch = []
        deadline = time.monotonic() + TIMEOUT_SEC
        while ends and len(batch) < BATCH:
            if time.monotonic() > deadline:
                raise KafkaException(f"no messages for {TIMEOUT_SEC:.0f} s")
            for message in consumer.consume(BATCH - len(batch), timeout=0.2):
                if message.error():
                    raise KafkaException(message.error())
                end = pending[message.partition()][1]
                if message.offset() < end:
                    batch.append(message)
                if message.offset() >= end - 1:
                    ends.pop(message.partition(), None)
        yield batch


def store(clickhouse: Client, consumer: Consumer, batch: list[Message]) -> int:
    """Insert a batch, commit its offsets, and return its number of messages."""
    rows = [read_scan(message.value()) for message in batch]
    clickhouse.insert("shop.parcel_scans", rows, column_names=COLUMNS)
    reached = {message.partition(): message.offset() + 1 for message in batch}
    offsets = [TopicPartition(TOPIC, number, offset) for number, offset in reached.items()]
    consumer.commit(offsets=offsets, asynchronous=False)
    return len(rows)


def main() -> int:
    """Run once."""
    try:
        clickhouse = connect_clickhouse()
        with closing(connect_kafka()) as consumer:
            stored = sum(store(clickhouse, consumer, batch) for batch in batches(consumer, spans(consumer)))
    except ClickHouseError as error:
        print(f"ClickHouse: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    except KafkaException as error:
        print(f"Kafka: {error}", file=sys.stderr)
        return 1
    print(f"stored={stored}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
