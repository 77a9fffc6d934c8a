"""Store the new messages of the topic `orders` in stats.messages."""

import sys
from collections.abc import Iterator

import connections
import psycopg
import wire
from confluent_kafka import Consumer, KafkaError, KafkaException, Message, TopicPartition
from psycopg.types.json import Jsonb
from registry import Schemas

TOPIC = "orders"
TIMEOUT_SEC = 10
AT_ONCE = 1_000
WANTED = {"order": str, "placed_at": int, "cents": int}
STORED = """
    SELECT number, greatest(
        (SELECT max("offset") FROM stats.messages WHERE partition = number),
        (SELECT max("offset") FROM stats.rejected WHERE partition = number)
    ) FROM unnest(%s::integer[]) number
"""
STORE = 'INSERT INTO stats.messages (partition, "offset", order_no, content) VALUES (%s, %s, %s, %s)'
REJECT = 'INSERT INTO stats.rejected (partition, "offset", reason) VALUES (%s, %s, %s)'


def batches(consumer: Consumer, starts: dict[int, int]) -> Iterator[list[Message]]:
    """Yield each partition's messages in batches, starting at the given offset."""
    consumer.assign([TopicPartition(TOPIC, number, start) for number, start in starts.items()])
    left = set(starts)
    while left:
        found = consumer.consume(AT_ONCE, timeout=0.5) or consumer.consume(1, timeout=TIMEOUT_SEC)
        if not found:
            raise KafkaException("the broker does not answer")
        errors = [message for message in found if message.error()]
        for message in errors:
            if message.error().code() != KafkaError._PARTITION_EOF:
                raise KafkaException(message.error())
            left.discard(message.partition())
        yield [message for message in found if not message.error()]


def content_of(schemas: Schemas, value: bytes) -> Jsonb:
    """Return a message's content."""
    content = wire.decode(schemas, value)
    if not all(type(content.get(name)) is type_ for name, type_ in WANTED.items()):
        raise wire.UnreadableError("the message is not one of an order")
    return Jsonb(content)


def store(postgres: psycopg.Connection, schemas: Schemas, batch: list[Message]) -> int:
    """Store messages in one transaction, and return how many of them cannot be read."""
    stored, rejected = [], []
    for message in batch:
        place = message.partition(), message.offset()
        try:
            content = None if message.value() is None else content_of(schemas, message.value())
            stored.append((*place, (message.key() or b"").decode(errors="replace"), content))
        except wire.UnreadableError as error:
            rejected.append((*place, str(error)))
    with postgres.transaction(), postgres.cursor() as cursor:
        cursor.executemany(STORE, stored)
        cursor.executemany(REJECT, rejected)
    return len(rejected)


def total() -> str:
    """Store all new messages, and return the line to print."""
    read = rejected = 0
    consumer = connections.consumer("totals")
    numbers = list(consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC].partitions)
    with connections.postgres() as postgres:
        schemas = Schemas(postgres)
        stored = postgres.execute(STORED, [numbers]).fetchall()
        for batch in batches(consumer, {number: 0 if last is None else last + 1 for number, last in stored}):
            if batch:
                rejected += store(postgres, schemas, batch)
                read += len(batch)
    consumer.close()
    return f"read={read} rejected={rejected}"


if __name__ == "__main__":
    try:
        print(total())
    except (psycopg.Error, KafkaException) as error:
        sys.exit("totals: " + " ".join(str(error).split())[:250])
