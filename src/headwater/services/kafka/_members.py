"""Removes killed members of consumer groups, which the Kafka engine never does by itself.

A consumer that dies without leaving its group keeps its partitions, and new members wait for it forever. Kafka removes
a member that has been silent for the session timeout. This watcher does so from outside. It reads packets on the
trial's loopback to learn which member uses which connection. Once a connection has been closed for as long as the
session timeout, the watcher tells the engine that the member leaves. It never removes a member with an open connection.
A hanging program, which Kafka would remove, therefore stays a member here.
"""

from __future__ import annotations

import ctypes
import select
import socket
import struct
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import ServiceError
from headwater.sandbox import Network
from headwater.services.kafka._requests import HEARTBEAT, JOIN_GROUP, SYNC_GROUP, Sign, leave_group, read_sign

_LOOK_SEC = 0.5
_SESSION_SEC = 45.0
"""The default session timeout of clients."""
_LEAST_SESSION_SEC, _MOST_SESSION_SEC = 1.0, 1800.0
_MOST_MEMBERS = 10_000
_TIMEOUT_SEC = 5.0
_STOP_SEC = 2 * _TIMEOUT_SEC + 1
"""The time to connect and get an answer for a member that is being removed."""
_SNAPPED = 1024
_ETH_P_IP = 0x0800
_SO_ATTACH_FILTER = 26
_ESTABLISHED = "01"


@dataclass
class _GroupMember:
    """A member of a consumer group, as seen in its packets."""

    port: int
    session_sec: float
    open_at: float


class MemberWatcher:
    """Watches the consumer groups of one broker while it runs."""

    def __init__(self, network: Network, host: str, port: int) -> None:
        """Start the watcher.

        Args:
            network: The network of the broker and its clients.
            host: The host on which the broker listens.
            port: The port on which the broker listens.

        Raises:
            ServiceError: This machine does not allow reading packets from a loopback.
        """
        self._address = (host, port)
        self._members: dict[tuple[bytes, bytes], _GroupMember] = {}
        self._ending = threading.Event()
        # The thread waits in `select`, and closing one end of this pair wakes it up.
        self._stop, self._stopped = socket.socketpair()
        try:
            with network:  # a thread stays in the network in which it starts
                self._packets = _listen(port)
                self._thread = threading.Thread(target=self._watch, name="Kafka members", daemon=True)
                self._thread.start()
        except OSError as error:
            raise ServiceError(f"members of Kafka's groups cannot be watched: {error}") from None

    def stop(self) -> None:
        """Stop the watcher. A broker that does not answer delays this by a few seconds at most."""
        self._ending.set()
        self._stop.close()
        self._thread.join(_STOP_SEC)
        self._packets.close()
        self._stopped.close()

    def _watch(self) -> None:
        next_look = time.monotonic() + _LOOK_SEC
        while True:
            ready, _, _ = select.select([self._packets, self._stopped], [], [], max(0, next_look - time.monotonic()))
            if self._stopped in ready:
                return
            if self._packets in ready:
                self._read(self._packets.recv(_SNAPPED))
            if time.monotonic() >= next_look:
                self._look(time.monotonic())
                next_look = time.monotonic() + _LOOK_SEC

    def _read(self, packet: bytes) -> None:
        sign = read_sign(packet)
        if sign is None:
            return
        key = (sign.group, sign.member)
        known = self._members.get(key)
        session_sec = sign.session_sec or (known.session_sec if known else self._session_of(sign))
        # Any program can send such requests, and forged members must not exhaust the memory.
        if known is None and len(self._members) >= _MOST_MEMBERS:
            return
        limited = min(max(session_sec, _LEAST_SESSION_SEC), _MOST_SESSION_SEC)
        self._members[key] = _GroupMember(sign.port, limited, time.monotonic())

    def _session_of(self, sign: Sign) -> float:
        """Return the session timeout that was requested on this connection before the member had an id."""
        unnamed = self._members.pop((sign.group, b""), None)
        return unnamed.session_sec if unnamed and unnamed.port == sign.port else _SESSION_SEC

    def _look(self, now: float) -> None:
        """Remove members whose connections have been closed for the session timeout."""
        if not self._members:
            return
        connected = _connected_to(self._address[1])
        for key, member in list(self._members.items()):
            if self._ending.is_set():  # each removal may wait for a broker that does not answer
                return
            if member.port in connected:
                member.open_at = now
            elif now - member.open_at > member.session_sec:
                del self._members[key]
                self._leave(*key)

    def _leave(self, group: bytes, member: bytes) -> None:
        """Tell the broker that a member leaves. A broker that has stopped has no members, so errors are ignored."""
        if not member:
            return
        try:
            with socket.create_connection(self._address, _TIMEOUT_SEC) as connection:
                connection.sendall(leave_group(group, member))
                # The broker has removed the member when it responds. The response itself is not needed.
                connection.recv(64)
        except OSError:
            return


def _connected_to(port: int) -> set[int]:
    """Return the ports of clients that have an open connection to a port in this thread's network."""
    found = set()
    for line in Path("/proc/thread-self/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, state = line.split()[:4]
        if state == _ESTABLISHED and int(remote.rpartition(":")[2], 16) == port:
            found.add(int(local.rpartition(":")[2], 16))
    return found


def _listen(port: int) -> socket.socket:
    """Return a socket that receives the start of every packet to ``port`` that begins with a group request."""
    packets = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, 0)
    try:
        program = b"".join(struct.pack("=HBBI", *step) for step in _steps(port))
        buffer = ctypes.create_string_buffer(program, len(program))
        description = struct.pack("@HP", len(program) // 8, ctypes.addressof(buffer))
        packets.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, description)
        packets.bind(("lo", _ETH_P_IP))
    except OSError:
        packets.close()
        raise
    return packets


def _steps(port: int) -> Sequence[tuple[int, int, int, int]]:
    """Return a classic BPF program as tuples of code, jumps if true and if false, and operand.

    The program skips the IP and TCP headers and accepts packets whose payload begins with a group request. It misses a
    request that follows another one in a packet, which is harmless because heartbeats are repeated.
    """
    return (
        (0x30, 0, 0, 9),  # load the protocol field in the IP header
        (0x15, 0, 12, socket.IPPROTO_TCP),
        (0xB1, 0, 0, 0),  # x = length of the IP header
        (0x48, 0, 0, 2),  # load the destination port
        (0x15, 0, 9, port),
        (0x50, 0, 0, 12),  # load the TCP data offset
        (0x74, 0, 0, 2),
        (0x54, 0, 0, 0x3C),
        (0x0C, 0, 0, 0),
        (0x07, 0, 0, 0),  # x = start of the TCP payload
        (0x48, 0, 0, 4),  # load the kind, which follows the length of the request (an empty packet is rejected here)
        (0x15, 3, 0, JOIN_GROUP),
        (0x15, 2, 0, HEARTBEAT),
        (0x15, 1, 0, SYNC_GROUP),
        (0x06, 0, 0, 0),
        (0x06, 0, 0, _SNAPPED),
    )
