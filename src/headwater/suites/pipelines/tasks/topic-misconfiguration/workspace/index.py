"""Apply the new events in a worker's partitions to photos.search: python3 index.py WORKER."""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing

from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import Consumer, KafkaException, Message, TopicPartition
from connections import GROUP, TIMEOUT_SEC, TOPIC, clickhouse, kafka

BATCH = 1_000
COLUMNS = ["photo", "title", "tags", "visible", "preview_bytes", "applied"]
Spans = dict[int, tuple[int, int]]


def spans(consumer: Consumer, worker: int, workers: int) -> Spans:
    """Return the start and end offsets of those of a worker's partitions that have new messages."""
    numbers = consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC].partitions
    mine = [TopicPartition(TOPIC, number) for number in numbers if number % workers == worker]
    found = {}
    for part in consumer.committed(mine, timeout=TIMEOUT_SEC) if mine else []:
        low, high = consumer.get_watermark_offsets(part, timeout=TIMEOUT_SEC)
        start = max(part.offset, low)
        if start < high:
            found[part.partition] = (start, high)
    return found


def batches(consumer: Consumer, pending: Spans) -> Iterator[list[Message]]:
    """Yield the messages in the spans, in order within each partition, up to BATCH at a time."""
    consumer.assign([TopicPartition(TOPIC, number, start) for number, (start, _) in pending.items()])
    ends = {number: end for number, (_, end) in pending.items()}
    while ends:
        batch: list[Message] = []
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


def apply(client: Client, consumer: Consumer, batch: list[Message]) -> int:
    """Store a batch, commit its offsets, and return its number of events."""
    now = time.time_ns()
    rows = []
    for number, message in enumerate(batch):
        event = json.loads(message.value())
        preview = len(event["preview"])
        rows.append([event["photo"], event["title"], event["tags"], event["visible"], preview, now + number])
    client.insert("photos.search", rows, column_names=COLUMNS)
    reached = {message.partition(): message.offset() + 1 for message in batch}
    consumer.commit(offsets=[TopicPartition(TOPIC, *end) for end in reached.items()], asynchronous=False)
    return len(rows)


def main(worker: int) -> int:
    """Run once."""
    settings = {"group.id": GROUP, "enable.auto.commit": False, "auto.offset.reset": "earliest"}
    try:
        client = clickhouse()
        with closing(Consumer(kafka() | settings)) as consumer:
            pending = spans(consumer, worker, int(os.environ.get("WORKERS", "3")))
            applied = sum(apply(client, consumer, batch) for batch in batches(consumer, pending))
    except (ClickHouseError, KafkaException) as error:
        print(f"index: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    print(f"worker={worker} applied={applied}" if pending else f"worker={worker} nothing to do")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
