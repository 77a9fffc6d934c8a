"""List the checkouts to send again: those of unreadable messages that have no later message of the same order.

Unreadable messages have schema number 2 and seven values.
"""

import struct

import connections
import wire
from totals import new


def is_lost(value: bytes | None) -> bool:
    """Return whether a message was unreadable."""
    return value is not None and struct.unpack(">I", value[1:5])[0] == 2 and len(wire.parts(value)[1]) == 7


def main() -> None:
    lost: dict[bytes, list[int]] = {}
    for message in new(connections.consumer("lost"), {}):
        if is_lost(message.value()):
            checkout = int(dict(message.headers())["checkout"])
            lost.setdefault(message.key(), []).append(checkout)
        else:
            lost.pop(message.key(), None)
    with connections.postgres() as postgres:
        checkouts = [checkout for found in lost.values() for checkout in found]
        postgres.execute("INSERT INTO shop.to_resend SELECT unnest(%s::bigint[])", [checkouts])
    print(f"listed={len(checkouts)}")


if __name__ == "__main__":
    main()
