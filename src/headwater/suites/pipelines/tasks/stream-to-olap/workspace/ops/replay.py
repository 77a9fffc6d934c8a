"""Let the consumer of a topic read everything again: python3 ops/replay.py metrics [--delete]

The offsets of the group go back to 0, or the group is deleted.
"""

import os
import sys
import tomllib
from pathlib import Path

from confluent_kafka import ConsumerGroupTopicPartitions, TopicPartition
from confluent_kafka.admin import AdminClient

TIMEOUT_SEC = 10


def main(topic: str, *options: str) -> int:
    group = tomllib.loads(Path(__file__).with_name("groups.toml").read_text())[topic]["group"]
    admin = AdminClient({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]})
    if "--delete" in options:
        admin.delete_consumer_groups([group])[group].result(TIMEOUT_SEC)
    else:
        numbers = admin.list_topics(topic, TIMEOUT_SEC).topics[topic].partitions
        starts = ConsumerGroupTopicPartitions(group, [TopicPartition(topic, number, 0) for number in numbers])
        admin.alter_consumer_group_offsets([starts])[group].result(TIMEOUT_SEC)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
