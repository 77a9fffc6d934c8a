"""Count the record batches in a topic. Unlike durations, the counts do not depend on the speed of the machine."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator

from headwater.grading import State

_FETCH, _VERSION, _MOST_BYTES, _TIMEOUT_SEC = 1, 4, 8 << 20, 10.0
_HEAD = struct.Struct(">qi")
"""Base offset, and the number of bytes of the batch that follow."""

_LAST_OFFSET_DELTA, _ATTRIBUTES, _CONTROL = 23, 21, 1 << 5
_AFTER_PARTITION = struct.Struct(">hqqi")
"""Error, high watermark, last stable offset, and the number of aborted transactions that follow."""


def batches(state: State, topic: str) -> int:
    """Return the number of record batches in all partitions of a topic; 0 if there is no such topic."""
    host, port = state.stack.variables["KAFKA_BOOTSTRAP_SERVERS"].rsplit(":", 1)
    partitions = state.kafka.topics().get(topic, 0)
    with state.stack.network, socket.create_connection((host, int(port)), _TIMEOUT_SEC) as broker:
        return sum(_batches_of(broker, topic, partition) for partition in range(partitions))


def _batches_of(broker: socket.socket, topic: str, partition: int) -> int:
    count = offset = 0
    while records := _fetch(broker, topic, partition, offset):
        for attributes, last in _parse(records):
            if last >= offset:
                count += not attributes & _CONTROL
                offset = last + 1
    return count


def _fetch(broker: socket.socket, topic: str, partition: int, offset: int) -> bytes:
    """Fetch a partition's record batches from an offset on, in the broker's format."""
    name = struct.pack(">h", len(topic)) + topic.encode()
    head = struct.pack(">hhih", _FETCH, _VERSION, 0, -1)
    limits = struct.pack(">iiiib", -1, 0, 0, _MOST_BYTES, 0)
    place = struct.pack(">iiqi", 1, partition, offset, _MOST_BYTES)
    request = head + limits + struct.pack(">i", 1) + name + place
    broker.sendall(struct.pack(">i", len(request)) + request)
    (size,) = struct.unpack(">i", _receive(broker, 4))
    answer = _receive(broker, size)
    at = 4 + 4 + 4 + len(name) + 4 + 4
    error, _, _, aborted = _AFTER_PARTITION.unpack_from(answer, at)
    assert error == 0, f"the broker answered a fetch of {topic} with error {error}"
    at += _AFTER_PARTITION.size + 16 * max(aborted, 0)
    return answer[at + 4 :]


def _receive(broker: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        chunk = broker.recv(size - len(data))
        assert chunk, "the broker closed the connection"
        data += chunk
    return bytes(data)


def _parse(records: bytes) -> Iterator[tuple[int, int]]:
    """Yield the attributes and last offset of each complete batch; a response can end with a partial batch."""
    at = 0
    while at + _HEAD.size <= len(records):
        base, size = _HEAD.unpack_from(records, at)
        if at + _HEAD.size + size > len(records):
            return
        (attributes,) = struct.unpack_from(">h", records, at + _ATTRIBUTES)
        (delta,) = struct.unpack_from(">i", records, at + _LAST_OFFSET_DELTA)
        yield attributes, base + delta
        at += _HEAD.size + size
