"""Send the new rows of shop.checkouts to the topic `orders`."""

import sys
from typing import Any

import connections
import wire

TOPIC = "orders"
NEW = """
    SELECT id, order_no, content FROM shop.checkouts
    WHERE id > (SELECT up_to FROM shop.published) ORDER BY id
"""


def values_of(content: dict[str, Any]) -> dict[str, Any]:
    """Return an order's fields, given the content that the website wrote."""
    return {
        "order": content["order"],
        "customer": content["customer"],
        "region": content["region"],
        "persons": content.get("persons", 2),
        "cents": content["cents"],
        "placed_at": content["placedAt"],
        "channel": "web",
    }


def main() -> int:
    producer = connections.producer(partitioner="murmur2_random")
    sent = 0
    with connections.postgres() as postgres:
        for number, order, content in postgres.execute(NEW).fetchall():
            value = None if content is None else wire.encode(postgres, TOPIC, values_of(content))
            headers = {"origin": "shop", "checkout": str(number)}
            producer.produce(TOPIC, value, order, headers=headers)
            producer.flush()
            postgres.execute("UPDATE shop.published SET up_to = %s", [number])
            sent += 1
    print(f"sent={sent}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
