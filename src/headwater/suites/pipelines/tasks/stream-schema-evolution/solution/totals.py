"""Update the figures in stats with the new messages of the topic `orders`."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice

import connections
import psycopg
import wire
from confluent_kafka import Consumer, KafkaError, KafkaException, Message, TopicPartition
from registry import Schemas

TOPIC = "orders"
TIMEOUT_SEC = 10
AT_ONCE = 500
STORE = """
    INSERT INTO stats.orders (order_no, day, cents, region) VALUES (%s, %s, %s, %s)
    ON CONFLICT (order_no) DO UPDATE SET day = excluded.day, cents = excluded.cents, region = excluded.region
"""
REJECT = 'INSERT INTO stats.rejected (partition, "offset", reason) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING'
REACHED = """
    INSERT INTO stats.offsets (partition, next) VALUES (%s, %s)
    ON CONFLICT (partition) DO UPDATE SET next = excluded.next
"""


def new(consumer: Consumer, offsets: dict[int, int]) -> Iterator[Message]:
    """Yield each partition's messages, starting at the given offset."""
    numbers = set(consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC].partitions)
    consumer.assign([TopicPartition(TOPIC, number, offsets.get(number, 0)) for number in sorted(numbers)])
    while numbers:
        message = consumer.poll(TIMEOUT_SEC)
        if message is None:
            raise KafkaException("the broker does not answer")
        if not message.error():
            yield message
        elif message.error().code() == KafkaError._PARTITION_EOF:
            numbers.discard(message.partition())
        else:
            raise KafkaException(message.error())


def row_of(schemas: Schemas, value: bytes) -> tuple[object, ...]:
    """Return the row to store for an order's message."""
    order = wire.decode(schemas, value)
    try:
        day = datetime.fromtimestamp(order["placed_at"], UTC).date()
        return order["order"], day, order["cents"], order.get("region") or None
    except (KeyError, ValueError, OverflowError, OSError) as error:
        raise wire.UnreadableError(f"{type(error).__name__}: {error}") from None


def store(postgres: psycopg.Connection, schemas: Schemas, message: Message) -> bool:
    """Apply a message to its order's row. Return False if the message cannot be read."""
    if message.value() is None:
        order = (message.key() or b"").decode(errors="replace")
        postgres.execute("DELETE FROM stats.orders WHERE order_no = %s", [order])
        return True
    try:
        postgres.execute(STORE, row_of(schemas, message.value()))
    except wire.UnreadableError as error:
        postgres.execute(REJECT, [message.partition(), message.offset(), str(error)])
        return False
    return True


def total(postgres: psycopg.Connection, consumer: Consumer) -> tuple[int, int]:
    """Process all new messages. Return how many there were, and how many of them were rejected."""
    offsets = dict(postgres.execute("SELECT partition, next FROM stats.offsets").fetchall())
    schemas = Schemas(postgres)
    messages = new(consumer, offsets)
    read = stored = 0
    while batch := list(islice(messages, AT_ONCE)):
        with postgres.transaction():
            stored += sum(store(postgres, schemas, message) for message in batch)
            for partition, offset in {message.partition(): message.offset() for message in batch}.items():
                postgres.execute(REACHED, [partition, offset + 1])
        read += len(batch)
    return read, read - stored


def main() -> int:
    consumer = connections.consumer("totals")
    try:
        with connections.postgres() as postgres:
            read, rejected = total(postgres, consumer)
    except (psycopg.Error, KafkaException) as error:
        print(f"totals: {' '.join(str(error).split())[:300]}", file=sys.stderr)
        return 1
    finally:
        consumer.close()
    print(f"read={read} rejected={rejected}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
