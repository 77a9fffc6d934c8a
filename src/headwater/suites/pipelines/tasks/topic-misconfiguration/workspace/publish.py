"""Send new events in photos.outbox to the topic, in outbox order; see docs/topics.md."""

import sys

from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError
from confluent_kafka import KafkaError, KafkaException, Message, Producer
from connections import TIMEOUT_SEC, TOPIC, clickhouse, kafka

LARGEST = 4 << 20
NEW = """
    SELECT id, photo, event FROM photos.outbox
    WHERE id > (SELECT max(up_to) FROM photos.published) ORDER BY id LIMIT 500
"""


class Refused(Exception):
    """The broker did not accept an event."""


def send(producer: Producer, number: int, photo: str, event: str) -> None:
    """Send an event and wait for the acknowledgement, so that the next event cannot overtake a refused one."""
    failed: list[KafkaError] = []

    def acknowledged(error: KafkaError | None, _: Message) -> None:
        if error:
            failed.append(error)

    producer.produce(
        TOPIC, event.encode(), photo.encode(), headers={"outbox-id": str(number)}, on_delivery=acknowledged
    )
    if producer.flush(TIMEOUT_SEC) or failed:
        raise Refused(f"event {number} of {photo}: {failed[0].str() if failed else 'not acknowledged in time'}")


def publish(client: Client, producer: Producer) -> int:
    """Send all new events, and record the last sent one in photos.published; return the number of events."""
    count = 0
    while rows := client.query(NEW).result_rows:
        reached = None
        try:
            for number, photo, event in rows:
                send(producer, number, photo, event)
                reached = number
                count += 1
        finally:
            if reached is not None:
                client.insert("photos.published", [[reached]], column_names=["up_to"])
    return count


def main() -> int:
    """Run once."""
    try:
        producer = Producer(kafka() | {"message.max.bytes": LARGEST, "message.timeout.ms": int(1000 * TIMEOUT_SEC)})
        published = publish(clickhouse(), producer)
    except (ClickHouseError, KafkaException, Refused) as error:
        print(f"publish: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    print(f"published={published}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
