"""Recreate photo-events with its messages. Run this after all messages are applied, and while none are published."""

import subprocess
import sys
import time

from confluent_kafka import Consumer, ConsumerGroupTopicPartitions, KafkaError, Message, Producer, TopicPartition
from confluent_kafka.admin import AdminClient
from connections import GROUP, TIMEOUT_SEC, TOPIC, kafka


def messages() -> list[Message]:
    """Return all messages in the topic's single partition."""
    consumer = Consumer(kafka() | {"group.id": "rebuild", "enable.auto.commit": False, "enable.partition.eof": True})
    consumer.assign([TopicPartition(TOPIC, 0, 0)])
    found: list[Message] = []
    while True:
        message = consumer.poll(TIMEOUT_SEC)
        if message is None or message.error():
            break
        found.append(message)
    consumer.close()
    if message is None or message.error().code() != KafkaError._PARTITION_EOF:
        sys.exit("the topic could not be read to its end")
    return found


def main() -> None:
    """Delete both topics, create the declared one, and send the messages again."""
    admin, kept = AdminClient(kafka()), messages()
    for deleted in admin.delete_topics([TOPIC, "photo_events"]).values():
        deleted.result(TIMEOUT_SEC)
    while TOPIC in admin.list_topics(timeout=TIMEOUT_SEC).topics:
        time.sleep(0.2)
    subprocess.run([sys.executable, "tools/topics.py"], check=True)
    failed: list[KafkaError] = []
    producer = Producer(kafka())
    for message in kept:
        producer.produce(
            TOPIC,
            message.value(),
            message.key(),
            headers=message.headers(),
            timestamp=message.timestamp()[1],
            on_delivery=lambda error, _: failed.append(error) if error else None,
        )
        producer.poll(0)
    if producer.flush(TIMEOUT_SEC) or failed:
        sys.exit(f"the topic lacks messages now: {failed[:1]}")
    consumer = Consumer(kafka() | {"group.id": GROUP})
    ends = [
        TopicPartition(TOPIC, number, consumer.get_watermark_offsets(TopicPartition(TOPIC, number))[1])
        for number in range(6)
    ]
    consumer.close()
    admin.alter_consumer_group_offsets([ConsumerGroupTopicPartitions(GROUP, ends)])[GROUP].result(TIMEOUT_SEC)


main()
