"""Expire consumer group members whose process ended without leaving the group."""

from __future__ import annotations

import socket
import struct

from headwater.grading import State

_TIMEOUT_SEC = 10.0
_LEAVE_GROUP = struct.pack(">hhi", 13, 0, 1)  # version 0 of the request: client, group and member


def expire_members(state: State) -> None:
    """Remove all members of all groups. Kafka does so after a session timeout, but the broker of a trial never does."""
    from confluent_kafka.admin import AdminClient

    brokers = state.stack.variables["KAFKA_BOOTSTRAP_SERVERS"]
    host, _, port = brokers.rpartition(":")
    with state.stack.network:
        admin = AdminClient({"bootstrap.servers": brokers, "log_level": 2})
        names = [group.group_id for group in admin.list_consumer_groups().result(_TIMEOUT_SEC).valid]
        described = admin.describe_consumer_groups(names) if names else {}
        for name, future in described.items():
            for member in future.result(_TIMEOUT_SEC).members:
                _leave((host, int(port)), name, member.member_id)


def _leave(address: tuple[str, int], group: str, member: str) -> None:
    request = _LEAVE_GROUP + b"".join(map(_text, ("expire", group, member)))
    with socket.create_connection(address, _TIMEOUT_SEC) as connection:
        connection.sendall(struct.pack(">i", len(request)) + request)
        connection.recv(64)


def _text(text: str) -> bytes:
    """Encode a string for the Kafka protocol."""
    return struct.pack(">h", len(text.encode())) + text.encode()
