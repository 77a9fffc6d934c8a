"""The readings of the topic `metrics`, up to its ends as they are now, to ClickHouse."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from airflow.providers.clickhousedb.hooks.clickhouse import ClickHouseHook
from airflow.sdk import BaseHook, dag, task
from airflow.sdk.exceptions import AirflowFailException
from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import Consumer, KafkaException, Message, TopicPartition
from messages import RejectedError, read

TOPIC = "metrics"
GROUP = "metrics-to-clickhouse"
BATCH = 50_000
TIMEOUT_SEC = 10.0
SCHEMA = Path(__file__).parents[1] / "schema.sql"
READINGS = ["event_id", "station", "metric", "unit", "ts", "value"]
REJECTED = ["kafka_partition", "kafka_offset", "payload", "reason"]


def note(**outcome: object) -> None:
    """Write down for consume.py what was done, or why it could not be."""
    Path(os.environ["METRICS_OUTCOME"]).write_text(json.dumps(outcome))


@contextmanager
def noting_why() -> Iterator[None]:
    """Fail the task for good, with a line that says which system it was."""
    try:
        yield
    except ClickHouseError as error:
        note(error=f"ClickHouse: {str(error).splitlines()[0]}")
        raise AirflowFailException(str(error)) from error
    except KafkaException as error:
        note(error=f"Kafka: {error}")
        raise AirflowFailException(str(error)) from error


def clickhouse() -> ClickHouseHook:
    return ClickHouseHook("metrics_clickhouse")


def consumer() -> Consumer:
    """Connect to Kafka; offsets are committed by a task of its own."""
    own = {"group.id": GROUP, "enable.auto.commit": False, "auto.offset.reset": "earliest", "log_level": 2}
    return Consumer({**BaseHook.get_connection("metrics_kafka").extra_dejson, **own})


def start_and_end(kafka: Consumer) -> dict[str, list[int]]:
    """Return for each partition that has news where to start and where it ends now."""
    topic = kafka.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC]
    partitions = [TopicPartition(TOPIC, number) for number in topic.partitions]
    spans = {}
    for part in kafka.committed(partitions, timeout=TIMEOUT_SEC):
        low, high = kafka.get_watermark_offsets(part, timeout=TIMEOUT_SEC)
        # A commit outside of what the topic holds is of messages that expired, or of a topic before this one.
        start = part.offset if low <= part.offset <= high else low
        if start < high or (part.offset != high and high > 0):
            spans[str(part.partition)] = [start, high]
    return spans


def receive(kafka: Consumer, count: int) -> list[Message]:
    """Return what there is, at most ``count`` messages; nothing for too long is an error."""
    deadline = time.monotonic() + TIMEOUT_SEC
    while time.monotonic() < deadline:
        if received := kafka.consume(count, timeout=0.1):
            for message in received:
                if message.error():
                    raise KafkaException(message.error())
            return received
    raise KafkaException(f"no messages for {TIMEOUT_SEC:.0f} s, and the end is not reached")


def batches(kafka: Consumer, spans: dict[int, tuple[int, int]]) -> Iterator[list[Message]]:
    """Yield the messages of the spans; whatever comes in behind their ends is for the next run."""
    pending = {number: end for number, (start, end) in spans.items() if start < end}
    kafka.assign([TopicPartition(TOPIC, number, spans[number][0]) for number in pending])
    batch: list[Message] = []
    while pending:
        for message in receive(kafka, BATCH - len(batch)):
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


def store(client, batch: list[Message]) -> int:
    """Insert a batch, each table at once; return how many messages were rejected."""
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
        client.insert("analytics.metrics_received", readings, column_names=READINGS)
    if rejected:
        client.insert("analytics.metrics_rejected", rejected, column_names=REJECTED)
    return len(rejected)


@dag(schedule=None, description="Readings: Kafka to ClickHouse")
def metrics_to_clickhouse():
    @task
    def create_tables() -> None:
        with noting_why():
            clickhouse().run([part for part in SCHEMA.read_text().split(";\n") if part.strip()])

    @task
    def find_spans() -> dict[str, list[int]]:
        with noting_why(), closing(consumer()) as kafka:
            return start_and_end(kafka)

    @task
    def load(spans: dict[str, list[int]]) -> None:
        counts = {"read": 0, "rejected": 0}
        with noting_why(), closing(consumer()) as kafka:
            client = clickhouse().get_client()
            for batch in batches(kafka, {int(number): (start, end) for number, (start, end) in spans.items()}):
                counts["rejected"] += store(client, batch)
                counts["read"] += len(batch)
        note(**counts)

    @task
    def commit(spans: dict[str, list[int]]) -> None:
        if not spans:
            return
        with noting_why(), closing(consumer()) as kafka:
            ends = [TopicPartition(TOPIC, int(number), end) for number, (_, end) in spans.items()]
            kafka.commit(offsets=ends, asynchronous=False)

    spans = find_spans()
    create_tables() >> spans
    load(spans) >> commit(spans)


metrics_to_clickhouse()
