"""Send dead letters back to their original topics: `python3 tools/replay.py orders.dlq`.

All teams use this tool; docs/dead-letters.md describes what it expects of a dead letter.
"""

import os
import sys
from contextlib import closing

from confluent_kafka import Consumer, KafkaError, KafkaException, Message, Producer, TopicPartition

TIMEOUT_SEC = 10.0


def letters(consumer: Consumer, topic: str) -> list[Message]:
    """Return the dead letters that have not been replayed yet."""
    numbers = consumer.list_topics(topic, timeout=TIMEOUT_SEC).topics[topic].partitions
    found: list[Message] = []
    # The end-of-partition event is needed because a transaction marker can follow the last letter.
    for part in consumer.committed([TopicPartition(topic, number) for number in numbers], timeout=TIMEOUT_SEC):
        low, _ = consumer.get_watermark_offsets(part, timeout=TIMEOUT_SEC)
        consumer.assign([TopicPartition(topic, part.partition, max(part.offset, low))])
        while (message := consumer.poll(TIMEOUT_SEC)) is not None:
            if message.error() and message.error().code() == KafkaError._PARTITION_EOF:
                break
            if message.error():
                raise KafkaException(message.error())
            found.append(message)
    return found


def send_back(producer: Producer, letter: Message) -> None:
    """Send a dead letter as its original message."""
    headers = dict(letter.headers() or [])
    topic = headers["dlq.topic"].decode()
    kept = [(name, value) for name, value in headers.items() if not name.startswith("dlq.")]
    producer.produce(topic, value=letter.value(), key=letter.key(), headers=kept)


def main(topic: str) -> int:
    """Replay the new letters of a dead letter topic."""
    servers = {"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"]}
    settings = servers | {"group.id": "replay", "enable.auto.commit": False, "enable.partition.eof": True}
    producer = Producer(servers)
    with closing(Consumer(settings)) as consumer:
        found = letters(consumer, topic)
        for letter in found:
            send_back(producer, letter)
        if producer.flush(TIMEOUT_SEC):
            print("not all letters were accepted; run it again", file=sys.stderr)
            return 1
        ends = {letter.partition(): letter.offset() + 1 for letter in found}
        if ends:
            consumer.commit(offsets=[TopicPartition(topic, *end) for end in ends.items()], asynchronous=False)
    print(f"replayed={len(found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
