"""Store the new scans in the topic, as README.md describes."""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import Consumer, KafkaException, Message, Producer, TopicPartition

TOPIC = "parcel-scans"
GROUP = "parcel-scans-to-clickhouse"
BATCH = 2_000
TIMEOUT_SEC = 10.0
HERE = Path(__file__).parent
STATEMENTS = {name: (HERE / "sql" / f"{name}.sql").read_text() for name in ("begin", "judge", "store")}


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


def sort_out(clickhouse: Client, batch: list[Message]) -> dict[tuple[int, int], str]:
    """Store a batch's scans in ClickHouse. Return the errors of the other messages, keyed by partition and offset."""
    clickhouse.command(STATEMENTS["begin"])
    rows = [(message.partition(), message.offset(), message.value()) for message in batch]
    clickhouse.insert("incoming", rows, column_names=["partition", "offset", "payload"])
    names = json.loads((HERE / "carriers.json").read_text())
    carriers = {"codes": list(names), "names": list(names.values())}
    faults = clickhouse.query(STATEMENTS["judge"], parameters=carriers).result_rows
    clickhouse.command(STATEMENTS["store"], parameters=carriers)
    clickhouse.command("DROP TEMPORARY TABLE incoming")
    return {(partition, offset): reason for partition, offset, reason in faults}


def put_aside(producer: Producer, batch: list[Message], faults: dict[tuple[int, int], str]) -> None:
    """Send the broken messages in a batch to the dead letter topic, and wait for the acknowledgement."""
    refused = []
    for message in batch:
        reason = faults.get((message.partition(), message.offset()))
        if reason is None:
            continue
        place = (("topic", TOPIC), ("partition", message.partition()), ("offset", message.offset()), ("reason", reason))
        headers = [*(message.headers() or []), *((f"dlq.{name}", str(value)) for name, value in place)]
        producer.produce(
            f"{TOPIC}.dlq",
            message.value(),
            message.key(),
            headers=headers,
            on_delivery=lambda error, _: refused.append(error) if error else None,
        )
    if producer.flush(TIMEOUT_SEC) or refused:
        raise KafkaException(refused[0] if refused else "the dead letters were not acknowledged")


def process(clickhouse: Client, consumer: Consumer, producer: Producer, batch: list[Message]) -> int:
    """Store or dead-letter the messages in a batch, then commit; return the number of dead letters."""
    faults = sort_out(clickhouse, batch)
    put_aside(producer, batch, faults)
    reached = {message.partition(): message.offset() + 1 for message in batch}
    offsets = [TopicPartition(TOPIC, number, offset) for number, offset in reached.items()]
    consumer.commit(offsets=offsets, asynchronous=False)
    return len(faults)


def main() -> int:
    """Run once."""
    received = dead = 0
    try:
        clickhouse = connect_clickhouse()
        producer = Producer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "log_level": 2})
        with closing(connect_kafka()) as consumer:
            for batch in batches(consumer, spans(consumer)):
                dead += process(clickhouse, consumer, producer, batch)
                received += len(batch)
    except ClickHouseError as error:
        print(f"ClickHouse: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    except KafkaException as error:
        print(f"Kafka: {error}", file=sys.stderr)
        return 1
    print(f"stored={received - dead} dead={dead}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
