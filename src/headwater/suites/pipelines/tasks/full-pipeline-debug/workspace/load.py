"""Load the messages of the topic into ClickHouse."""

import json
from datetime import UTC, date, datetime

import connections
from confluent_kafka import Consumer, KafkaError, Message, TopicPartition

TOPIC = "parcels.changes"
PARTITIONS = 6  # contract, section 6
COLUMNS = ["parcel_id", "revision", "depot", "state", "price", "posted_on", "loaded_at"]


def read(consumer: Consumer) -> list[Message]:
    """Return the new messages of all partitions."""
    consumer.assign(consumer.committed([TopicPartition(TOPIC, number) for number in range(PARTITIONS)], timeout=10))
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


def rows(messages: list[Message]) -> list[list[object]]:
    found = []
    for message in messages:
        try:
            content = json.loads(message.value())
            found.append(
                [
                    content["parcel"],
                    content["revision"],
                    content["depot"],
                    content["state"],
                    float(content["price"]),
                    date.fromisoformat(content["posted_on"]),
                    datetime.now(UTC),
                ]
            )
        except (ValueError, KeyError, TypeError):
            continue  # a test message of a partner
    return found


def load() -> int:
    """Insert the new messages. Return their number."""
    consumer = connections.consumer()
    messages = read(consumer)
    if messages:
        consumer.commit(asynchronous=False)
        new = rows(messages)
        if new:
            connections.clickhouse().insert("analytics.parcels", new, column_names=COLUMNS)
    consumer.close()
    return len(messages)
