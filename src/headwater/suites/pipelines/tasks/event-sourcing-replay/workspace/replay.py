"""Bring app.order_snapshots up to date with the events of the shop."""

import json
import sys

import connections
import fold
import psycopg
from confluent_kafka import Consumer, KafkaError, Message, TopicPartition
from psycopg.rows import dict_row

TOPIC = "orders.events"
PARTITIONS = 6
EMPTY = {"customer": "", "status": "open", "items": 0, "total": 0.0, "paid": 0.0}
PROGRESS = """
    INSERT INTO app.replay_progress VALUES (%s, %s)
    ON CONFLICT (partition) DO UPDATE SET next_offset = excluded.next_offset
"""
STORE = """
    INSERT INTO app.order_snapshots (order_id, customer, status, items, total, paid, last_seq, changed_at)
    VALUES (%(order_id)s, %(customer)s, %(status)s, %(items)s, %(total)s, %(paid)s, %(last_seq)s, %(changed_at)s)
    ON CONFLICT (order_id) DO UPDATE SET customer = excluded.customer, status = excluded.status, items = excluded.items,
        total = excluded.total, paid = excluded.paid, last_seq = excluded.last_seq, changed_at = excluded.changed_at
"""


def read(consumer: Consumer, offsets: dict[int, int]) -> list[Message]:
    """Return the new messages of all partitions."""
    consumer.assign([TopicPartition(TOPIC, number, offsets.get(number, 0)) for number in range(PARTITIONS)])
    messages, ended = [], set()
    while len(ended) < PARTITIONS:
        message = consumer.poll(10)
        if message is None:
            break
        if message.error() is None:
            messages.append(message)
        elif message.error().code() == KafkaError._PARTITION_EOF:
            ended.add(message.partition())
    return messages


def handle(postgres: psycopg.Connection, message: Message) -> None:
    """Apply the event of a message to its order."""
    event = json.loads(message.value())
    cursor = postgres.cursor(row_factory=dict_row)
    found = cursor.execute("SELECT * FROM app.order_snapshots WHERE order_id = %s", [event["order"]]).fetchone()
    if found:
        found |= {"total": float(found["total"]), "paid": float(found["paid"])}
    snapshot = fold.apply(found or dict(EMPTY), event)
    if snapshot is None:
        postgres.execute("DELETE FROM app.order_snapshots WHERE order_id = %s", [event["order"]])
    else:
        postgres.execute(STORE, snapshot | {"order_id": event["order"]})


def main() -> int:
    consumer = connections.consumer()
    with connections.postgres() as postgres:
        offsets = dict(postgres.execute("SELECT partition, next_offset FROM app.replay_progress").fetchall())
        messages = read(consumer, offsets)
        for message in messages:
            postgres.execute(PROGRESS, [message.partition(), message.offset() + 1])
        postgres.commit()
        for message in messages:
            try:
                handle(postgres, message)
            except Exception:
                postgres.rollback()  # a broken message must not stop the others
            else:
                postgres.commit()
    consumer.close()
    print(f"events={len(messages)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
