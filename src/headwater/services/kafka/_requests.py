"""Parses those Kafka requests that identify a group's member. Any program can forge such requests."""

from __future__ import annotations

import struct
from dataclasses import dataclass

JOIN_GROUP, HEARTBEAT, LEAVE_GROUP, SYNC_GROUP = 11, 12, 13, 14
_FIRST_FLEXIBLE = {JOIN_GROUP: 6, HEARTBEAT: 4, SYNC_GROUP: 4}
"""From these versions on, the lengths of strings have a variable size, and tagged fields follow."""


@dataclass(frozen=True)
class Sign:
    """A request that shows that a member is alive.

    Attributes:
        port: The port of the member's side of the connection.
        group: The name of the member's group.
        member: The member's id. Empty before the member has one.
        session_sec: The session timeout in a join request. 0 in other requests.
    """

    port: int
    group: bytes
    member: bytes
    session_sec: float


class _FieldReader:
    """Reads fields one after another. At the end of the bytes it raises ``struct.error`` or ``IndexError``."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self._at = at

    def number(self, layout: str) -> int:
        value: int = struct.unpack_from(f">{layout}", self._data, self._at)[0]
        self._at += struct.calcsize(f">{layout}")
        return value

    def varint(self) -> int:
        value, shift = 0, 0
        while True:
            byte = self._data[self._at]
            self._at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
            # A length has at most 32 bits, which are five bytes of seven bits.
            if shift > 28:
                raise IndexError("no number")

    def text(self, *, flexible: bool) -> bytes:
        length = self.varint() - 1 if flexible else self.number("h")
        if length < 0:
            return b""
        text = self._data[self._at : self._at + length]
        if len(text) < length:
            raise IndexError("cut off")
        self._at += length
        return text


def read_sign(packet: bytes) -> Sign | None:
    """Return the sign of life in a packet, which starts with its IP header, or None for other requests."""
    try:
        tcp = (packet[0] & 0x0F) * 4
        content = tcp + (packet[tcp + 12] >> 4) * 4
        port = struct.unpack_from(">H", packet, tcp)[0]
        # A request begins with four bytes that give its length.
        return _read_request(_FieldReader(packet, content + 4), port)
    except (struct.error, IndexError):
        return None


def _read_request(reader: _FieldReader, port: int) -> Sign | None:
    kind, version = reader.number("h"), reader.number("h")
    if kind not in _FIRST_FLEXIBLE:
        return None
    flexible = version >= _FIRST_FLEXIBLE[kind]
    reader.number("i")  # the correlation id
    reader.text(flexible=False)  # the client id, whose encoding is never flexible
    if flexible and reader.varint():
        return None  # tagged fields in a header are never sent by clients
    group = reader.text(flexible=flexible)
    session_sec = 0.0
    if kind == JOIN_GROUP:
        session_sec = reader.number("i") / 1000
        if version >= 1:
            reader.number("i")  # the rebalance timeout
    else:
        reader.number("i")  # the generation of the group
    return Sign(port, group, reader.text(flexible=flexible), session_sec)


def leave_group(group: bytes, member: bytes) -> bytes:
    """Return a request that makes a member leave its group."""
    request = struct.pack(">hhi", LEAVE_GROUP, 0, 1) + b"".join(map(_text, (b"headwater", group, member)))
    return struct.pack(">i", len(request)) + request


def _text(text: bytes) -> bytes:
    return struct.pack(">h", len(text)) + text
