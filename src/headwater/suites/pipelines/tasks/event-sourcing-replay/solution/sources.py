"""Read the messages of the archive and the topic."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import connections
import psycopg
from confluent_kafka import KafkaError, KafkaException, TopicPartition

TOPIC = "orders.events"
TIMEOUT_SEC = 5
ARCHIVE = -1


@dataclass(frozen=True)
class Message:
    """A message of a partition of the topic, or of the archive, which counts as partition -1."""

    partition: int
    position: int
    value: bytes | None


def read(postgres: psycopg.Connection, positions: Mapping[int, int]) -> Iterator[Message]:
    """Yield the messages that are in the archive and the topic now, from a position on in each of them."""
    sql = "SELECT position, message FROM app.order_archive WHERE position >= %s ORDER BY position"
    for position, text in postgres.execute(sql, [positions.get(ARCHIVE, 0)]):
        yield Message(ARCHIVE, position, text.encode())
    yield from sent(positions)


def sent(positions: Mapping[int, int]) -> Iterator[Message]:
    consumer = connections.consumer()
    pending = {}
    for number in consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC].partitions:
        first, end = consumer.get_watermark_offsets(TopicPartition(TOPIC, number), timeout=TIMEOUT_SEC)
        begin = max(positions.get(number, 0), first)
        if begin < end:
            pending[number] = TopicPartition(TOPIC, number, begin)
    consumer.assign(list(pending.values()))
    while pending:
        message = consumer.poll(TIMEOUT_SEC)
        if message is None:
            raise KafkaException(KafkaError(KafkaError._TIMED_OUT))
        if message.error() is None:
            yield Message(message.partition(), message.offset(), message.value())
        elif message.error().code() == KafkaError._PARTITION_EOF:
            pending.pop(message.partition(), None)
        else:
            raise KafkaException(message.error())
    consumer.close()
