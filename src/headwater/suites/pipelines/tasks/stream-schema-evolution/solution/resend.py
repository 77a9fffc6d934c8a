"""Send again the orders that could not be read because schema 2 was overwritten. Run it once, before publish.py.

The unreadable messages have schema number 2, but one more value than that schema has fields: the third value is the
region. Their placed_at is in milliseconds.
"""

import sys

import connections
import wire
from confluent_kafka import Message
from publish import TOPIC, send
from registry import own
from totals import new

OVERWRITTEN, FIELDS = 2, 6
LAYOUT = ("order", "customer", "region", "persons", "cents", "placed_at", "channel")


def as_it_should_have_been(message: Message) -> dict[str, object] | None:
    """Return the corrected values of an unreadable message, or None for any other message."""
    if message.value() is None:
        return None
    number, values = wire.parts(message.value())
    if number != OVERWRITTEN or len(values) != FIELDS + 1:
        return None
    named = dict(zip(LAYOUT, values, strict=True))
    return named | {"region": named["region"] or None, "placed_at": named["placed_at"] // 1000}


def main() -> int:
    last: dict[bytes, Message] = {}
    for message in new(connections.consumer("resend"), {}):
        last[message.key()] = message
    with connections.postgres() as postgres:
        number, fields = own(postgres, TOPIC)
    lost = []
    for message in sorted(last.values(), key=lambda each: (each.partition(), each.offset())):
        if values := as_it_should_have_been(message):
            value = wire.encode(number, fields, values)
            lost.append({"key": message.key(), "value": value, "headers": message.headers()})
    send(lost)
    print(f"sent={len(lost)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
