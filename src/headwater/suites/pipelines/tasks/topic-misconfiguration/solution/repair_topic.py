"""Change photo-events to match topics.toml; run this once, after all messages have been applied."""

import sys

from confluent_kafka import Consumer, KafkaException, TopicPartition
from confluent_kafka.admin import AdminClient, AlterConfigOpType, ConfigEntry, ConfigResource, NewPartitions
from connections import GROUP, TIMEOUT_SEC, TOPIC, kafka
from tools.topics import declared

MISSPELT = "photo_events"


def unread() -> int:
    """Return the number of messages that no worker has applied."""
    consumer = Consumer(kafka() | {"group.id": GROUP, "enable.auto.commit": False})
    try:
        numbers = consumer.list_topics(TOPIC, timeout=TIMEOUT_SEC).topics[TOPIC].partitions
        parts = consumer.committed([TopicPartition(TOPIC, number) for number in numbers], timeout=TIMEOUT_SEC)
        ends = [consumer.get_watermark_offsets(part, timeout=TIMEOUT_SEC)[1] for part in parts]
        return sum(end - max(part.offset, 0) for part, end in zip(parts, ends, strict=True))
    finally:
        consumer.close()


def repair(admin: AdminClient) -> None:
    """Set the declared configuration, add missing partitions, and delete the unused topic."""
    wanted = declared()[TOPIC]
    resource = ConfigResource(
        ConfigResource.Type.TOPIC,
        TOPIC,
        incremental_configs=[
            ConfigEntry(name, value, incremental_operation=AlterConfigOpType.SET)
            for name, value in wanted.config.items()
        ],
    )
    admin.incremental_alter_configs([resource])[resource].result(TIMEOUT_SEC)
    topics = admin.list_topics(timeout=TIMEOUT_SEC).topics
    if len(topics[TOPIC].partitions) < wanted.num_partitions:
        admin.create_partitions([NewPartitions(TOPIC, wanted.num_partitions)])[TOPIC].result(TIMEOUT_SEC)
    if MISSPELT in topics:
        admin.delete_topics([MISSPELT])[MISSPELT].result(TIMEOUT_SEC)


def main() -> int:
    """Repair the topic; refuse if messages are unread, since newer events for a photo may go to another partition."""
    try:
        if left := unread():
            print(f"{left} messages are unread; let the workers apply them first", file=sys.stderr)
            return 1
        repair(AdminClient(kafka()))
    except KafkaException as error:
        print(f"repair_topic: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
