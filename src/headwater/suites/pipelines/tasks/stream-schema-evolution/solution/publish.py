"""Send the new rows of shop.checkouts to the topic `orders`."""

import sys
from collections.abc import Iterable
from typing import Any

import connections
import psycopg
import wire
from confluent_kafka import KafkaException, Message
from registry import SchemaError, own

TOPIC = "orders"
AT_ONCE = 500
PATIENCE_SEC = 10
SETTINGS = {"partitioner": "murmur2_random", "enable.idempotence": True, "message.timeout.ms": PATIENCE_SEC * 1000}
NEW = """
    SELECT id, order_no, content FROM shop.checkouts
    WHERE id > (SELECT up_to FROM shop.published) ORDER BY id
"""


def values_of(content: dict[str, Any]) -> dict[str, Any]:
    """Return an order's fields, given the content that the website wrote."""
    values = {
        "order": content["order"],
        "customer": content["customer"],
        "cents": content["cents"],
        "placed_at": content["placedAt"] // 1000,
        "channel": "web",
        "region": content.get("region") or None,
    }
    return values | ({"persons": content["persons"]} if content.get("persons") is not None else {})


def send(messages: Iterable[dict[str, Any]]) -> None:
    """Send messages and wait until the broker has acknowledged all of them. Otherwise, raise KafkaException."""
    failed: list[object] = []

    def delivered(error: object, _: Message) -> None:
        if error:
            failed.append(error)

    producer = connections.producer(**SETTINGS)
    for message in messages:
        producer.produce(TOPIC, on_delivery=delivered, **message)
    if producer.flush(PATIENCE_SEC + 5) or failed:
        raise KafkaException(failed[0] if failed else "the broker does not answer")


def publish() -> int:
    """Send all new checkouts, and return their number."""
    with connections.postgres() as postgres:
        rows = postgres.execute(NEW).fetchall()
        if not rows:
            return 0
        number, fields = own(postgres, TOPIC)
        for first in range(0, len(rows), AT_ONCE):
            batch = rows[first : first + AT_ONCE]
            send(
                {
                    "key": order,
                    "value": None if content is None else wire.encode(number, fields, values_of(content)),
                    "headers": {"origin": "shop", "checkout": str(checkout)},
                }
                for checkout, order, content in batch
            )
            postgres.execute("UPDATE shop.published SET up_to = %s", [batch[-1][0]])
    return len(rows)


def main() -> int:
    try:
        print(f"sent={publish()}")
    except (psycopg.Error, KafkaException, SchemaError) as error:
        print(f"publish: {' '.join(str(error).split())[:300]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
