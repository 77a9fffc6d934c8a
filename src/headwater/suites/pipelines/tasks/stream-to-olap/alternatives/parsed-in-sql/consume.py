"""Move new messages of the topic into ClickHouse, where schema.sql makes readings or dead letters of them."""

import os
import sys
from collections.abc import Iterable
from itertools import chain, islice
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import KafkaException, Message
from topic import Span, Topic

PORTION = 40_000
COLUMNS = ["kafka_partition", "kafka_offset", "payload"]
REJECTED = """
    SELECT uniqExact(kafka_offset) FROM analytics.metrics_rejects
    WHERE kafka_partition = {partition:UInt32} AND kafka_offset BETWEEN {first:UInt64} AND {last:UInt64}
"""


class Warehouse:
    """The database analytics."""

    def __init__(self) -> None:
        self._client: Client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
            connect_timeout=8,
        )
        for statement in Path(__file__).with_name("schema.sql").read_text().split(";\n"):
            if statement.strip():
                self._client.command(statement)

    def store(self, portion: Iterable[Message]) -> None:
        """Insert messages with one statement; materialized views distribute them."""
        rows = [[message.partition(), message.offset(), message.value() or b""] for message in portion]
        self._client.insert("analytics.metrics_messages", rows, column_names=COLUMNS)

    def rejected(self, span: Span) -> int:
        """Return how many messages of a span are dead letters."""
        place = {"partition": span.partition, "first": span.start, "last": span.end - 1}
        return int(self._client.query(REJECTED, place).first_row[0])


def transfer(topic: Topic, warehouse: Warehouse, spans: list[Span]) -> int:
    """Store the messages of the spans, and commit offsets after each portion; return how many messages were read."""
    messages = chain.from_iterable(topic.messages(span) for span in spans)
    read = 0
    while portion := list(islice(messages, PORTION)):
        warehouse.store(portion)
        topic.commit({message.partition(): message.offset() + 1 for message in portion})
        read += len(portion)
    topic.commit({span.partition: span.end for span in spans if span.end != span.committed})
    return read


def main() -> int:
    try:
        warehouse = Warehouse()
        with Topic() as topic:
            spans = topic.spans()
            read = transfer(topic, warehouse, spans)
        rejected = sum(warehouse.rejected(span) for span in spans if span.start < span.end)
    except ClickHouseError as error:
        print(f"ClickHouse failed: {error}", file=sys.stderr)
        return 1
    except KafkaException as error:
        print(f"Kafka failed: {error}", file=sys.stderr)
        return 1
    print(f"read={read} rejected={rejected}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
