"""Update stats.orders with the new messages of the topic `orders`."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime

import connections
import psycopg
import wire
from confluent_kafka import Consumer, KafkaError, KafkaException, Message, TopicPartition

TOPIC = "orders"
TIMEOUT_SEC = 10
STORE = """
    INSERT INTO stats.orders (order_no, day, cents) VALUES (%s, %s, %s)
    ON CONFLICT (order_no) DO UPDATE SET day = excluded.day, cents = excluded.cents
"""
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


def store(postgres: psycopg.Connection, message: Message) -> None:
    """Apply a message to its order's row."""
    if message.value() is None:
        postgres.execute("DELETE FROM stats.orders WHERE order_no = %s", [message.key().decode()])
        return
    order = wire.decode(postgres, message.value())
    day = datetime.fromtimestamp(order["placed_at"], UTC).date()
    postgres.execute(STORE, [order["order"], day, order["cents"]])


def main() -> int:
    read = 0
    consumer = connections.consumer("totals")
    with connections.postgres() as postgres:
        offsets = dict(postgres.execute("SELECT partition, next FROM stats.offsets").fetchall())
        for message in new(consumer, offsets):
            with postgres.transaction():
                store(postgres, message)
                postgres.execute(REACHED, [message.partition(), message.offset() + 1])
            read += 1
    consumer.close()
    print(f"read={read} rejected=0")
    return 0


if __name__ == "__main__":
    sys.exit(main())
