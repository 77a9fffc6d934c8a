"""Show how far the group of a topic is behind: python3 ops/lag.py metrics"""

import os
import sys
import tomllib
from pathlib import Path

from confluent_kafka import Consumer, TopicPartition

TIMEOUT_SEC = 10.0


def main(topic: str) -> int:
    group = tomllib.loads(Path(__file__).with_name("groups.toml").read_text())[topic]["group"]
    consumer = Consumer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "group.id": group})
    numbers = consumer.list_topics(topic, timeout=TIMEOUT_SEC).topics[topic].partitions
    red = 0
    for part in consumer.committed([TopicPartition(topic, number) for number in numbers], timeout=TIMEOUT_SEC):
        first, end = consumer.get_watermark_offsets(part, timeout=TIMEOUT_SEC)
        lag = end - max(part.offset, 0) if end > first else 0
        print(f"{topic}/{part.partition}: {lag}")
        red += lag > 0
    consumer.close()
    return min(red, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
