"""Print the group's lag per partition."""

import os

from confluent_kafka import Consumer, TopicPartition

TOPIC, GROUP = "usage", "metering"


def main() -> None:
    consumer = Consumer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "group.id": GROUP})
    partitions = [TopicPartition(TOPIC, n) for n in consumer.list_topics(TOPIC, timeout=10).topics[TOPIC].partitions]
    total = 0
    for part in consumer.committed(partitions, timeout=10):
        low, high = consumer.get_watermark_offsets(part, timeout=10)
        lag = high - max(part.offset, low)
        total += lag
        print(f"{TOPIC}/{part.partition}: {max(part.offset, low)} of {high}, lag {lag}")
    print(f"together: {total}")
    consumer.close()


if __name__ == "__main__":
    main()
