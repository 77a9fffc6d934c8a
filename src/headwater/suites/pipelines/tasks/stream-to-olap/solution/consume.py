"""Load the topic into ClickHouse, from the group's offsets to the current end offsets."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import Consumer, KafkaException, Message, TopicPartition
from messages import RejectedError, read

TOPIC = "metrics"
GROUP = "metrics-to-clickhouse"
BATCH = 50_000
TIMEOUT_SEC = 10.0
SCHEMA = Path(__file__).with_name("schema.sql")


def connect_clickhouse() -> Client:
    """Connect with the settings from the environment."""
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )


def connect_kafka() -> Consumer:
    """Connect with the settings from the environment; offsets are committed explicitly, after the insert."""
    return Consumer({
        "bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"],
        "group.id": GROUP,
        "enable.auto.commit": False,
        "auto.offset.reset": "earliest",
        "log_level": 2,
    })


def apply_schema(clickhouse: Client) -> None:
    """Create the missing tables and views."""
    for statement in SCHEMA.read_text().split(";\n"):
        if statement.strip():
            clickhouse.command(statement)


def start_and_end(consumer: Consumer) -> dict[int, tuple[int, int]]:
    """Return the start and end offset of each partition with new messages."""
    topic = consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC]
    partitions = [TopicPartition(TOPIC, number) for number in topic.partitions]
    spans = {}
    for part in consumer.committed(partitions, timeout=TIMEOUT_SEC):
        low, high = consumer.get_watermark_offsets(part, timeout=TIMEOUT_SEC)
        # An offset is out of range if its messages have expired, or if it is from an earlier topic with this name.
        start = part.offset if low <= part.offset <= high else low
        if start < high or (part.offset != high and high > 0):
            spans[part.partition] = (start, high)
    return spans


def receive(consumer: Consumer, count: int) -> list[Message]:
    """Return at most ``count`` available messages; a long silence is an error."""
    deadline = time.monotonic() + TIMEOUT_SEC
    while time.monotonic() < deadline:
        if received := consumer.consume(count, timeout=0.1):
            for message in received:
                if message.error():
                    raise KafkaException(message.error())
            return received
    raise KafkaException(f"no messages for {TIMEOUT_SEC:.0f} s, and the end is not reached")


def batches(consumer: Consumer, spans: dict[int, tuple[int, int]]) -> Iterator[list[Message]]:
    """Yield the messages in the spans in batches; messages after the spans are left to the next run."""
    pending = {number: end for number, (start, end) in spans.items() if start < end}
    consumer.assign([TopicPartition(TOPIC, number, spans[number][0]) for number in pending])
    batch: list[Message] = []
    while pending:
        for message in receive(consumer, BATCH - len(batch)):
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


def store(clickhouse: Client, batch: list[Message]) -> int:
    """Insert a batch with one statement per table; return the number of rejected messages."""
    readings, rejected = [], []
    for message in batch:
        payload = message.value()
        try:
            row = read(payload)
        except RejectedError as error:
            rejected.append([message.partition(), message.offset(), payload or b"", str(error)])
        else:
            readings.append([row.event_id, row.station, row.metric, row.unit, row.ts, row.value])
    if readings:
        columns = ["event_id", "station", "metric", "unit", "ts", "value"]
        clickhouse.insert("analytics.metrics_received", readings, column_names=columns)
    if rejected:
        columns = ["kafka_partition", "kafka_offset", "payload", "reason"]
        clickhouse.insert("analytics.metrics_rejected", rejected, column_names=columns)
    return len(rejected)


def transfer(consumer: Consumer, clickhouse: Client) -> tuple[int, int]:
    """Load the new messages; return how many were read and how many were rejected."""
    spans = start_and_end(consumer)
    read_count = rejected_count = 0
    for batch in batches(consumer, spans):
        rejected_count += store(clickhouse, batch)
        read_count += len(batch)
        reached = {message.partition(): message.offset() + 1 for message in batch}
        commit(consumer, reached)
    commit(consumer, {number: end for number, (_, end) in spans.items()})
    return read_count, rejected_count


def commit(consumer: Consumer, offsets: dict[int, int]) -> None:
    """Commit the offsets of the stored messages."""
    if offsets:
        parts = [TopicPartition(TOPIC, number, offset) for number, offset in offsets.items()]
        consumer.commit(offsets=parts, asynchronous=False)


def main() -> int:
    """Run the consumer once."""
    try:
        clickhouse = connect_clickhouse()
        apply_schema(clickhouse)
        with closing(connect_kafka()) as consumer:
            read_count, rejected_count = transfer(consumer, clickhouse)
    except ClickHouseError as error:
        print(f"ClickHouse: {error}", file=sys.stderr)
        return 1
    except KafkaException as error:
        print(f"Kafka: {error}", file=sys.stderr)
        return 1
    print(f"read={read_count} rejected={rejected_count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
