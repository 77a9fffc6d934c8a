"""Send again what nobody could read, because schema 2 of the orders was overwritten; run once, before publish.py.

The messages have the number 2 and a value more than it has fields: region is the third, and placed_at in milliseconds.
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
    """Return the values of a message that nobody could read; None for all others."""
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
