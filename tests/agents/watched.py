"""A trial with a watched network: name lookups and packets to other addresses are recorded.

The network has only a loopback. Without a configured resolver, every program asks port 53 of the loopback for names,
and the watch answers that the name does not exist. Packets to other addresses have no route, and the kernel counts
them.
"""

from __future__ import annotations

import socket
import threading
from pathlib import Path

from headwater import gateway
from headwater.sandbox import Emit, Network
from headwater.trials._attempt import AttemptPlan, AttemptResult, attempt

_NO_SUCH_NAME = 3


class Watch:
    """The names that were looked up in a network, and the number of packets without a route."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._names: set[str] = set()
        with network:
            self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            self._socket.bind(("127.0.0.1", 53))
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        while True:
            query, sender = self._socket.recvfrom(4096)
            self._names.add(_name(query))
            flags = bytes([query[2] | 0x80, 0x80 | _NO_SUCH_NAME])
            self._socket.sendto(query[:2] + flags + query[4:], sender)

    def observed_names(self) -> list[str]:
        """Return the names and the number of packets recorded so far."""
        with self._network:
            four = _counters(Path("/proc/thread-self/net/snmp").read_text(), "Ip:")
            six = dict(line.split() for line in Path("/proc/thread-self/net/snmp6").read_text().splitlines())
        lost = four["OutNoRoutes"] + int(six["Ip6OutNoRoutes"])
        return sorted(self._names) + ([f"{lost} packets without a route"] if lost else [])


def _name(query: bytes) -> str:
    labels, at = [], 12
    while size := query[at]:
        labels.append(query[at + 1 : at + 1 + size].decode(errors="replace"))
        at += 1 + size
    return ".".join(labels)


def _counters(text: str, kind: str) -> dict[str, int]:
    names, values = [line.split()[1:] for line in text.splitlines() if line.startswith(kind)]
    return {name: int(value) for name, value in zip(names, values, strict=True)}


def watched_attempt(emit: Emit, plan: AttemptPlan) -> AttemptResult:
    """Run the agent's part of a trial in a cell, with a watch on each network; emit a list of the observations."""
    watches: list[Watch] = []
    plain = gateway.listen

    def listen(network: Network, control: Path) -> None:
        watches.append(Watch(network))
        plain(network, control)

    gateway.listen = listen  # this process belongs to the cell and ends with it
    result = attempt(emit, plan)
    emit(watches[0].observed_names())
    return result
