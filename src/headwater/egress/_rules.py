"""Decides which hosts and ports connections may reach."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterable

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


class PlaceRefusedError(Exception):
    """The task does not name this place, or the place leads to a non-public address."""


class Rules:
    """The places that a task may reach, as ``host:port``."""

    def __init__(self, allow: Iterable[str]) -> None:
        self._allowed = {split_place(place) for place in allow}

    async def addresses(self, host: str, port: int) -> list[str]:
        """Return the addresses to which a connection may be made. Callers must not resolve the name again.

        A name must resolve only to public addresses, because its owner could otherwise point it at this machine or its
        network. An address that the task itself names is allowed.

        Raises:
            PlaceRefusedError: A connection is not allowed.
            OSError: The name cannot be resolved.
        """
        if (host, port) not in self._allowed:
            raise PlaceRefusedError("not in the task's list")
        if _is_address(host):
            return [host]
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
        for address in addresses:
            if not is_public(address):
                raise PlaceRefusedError(f"leads to {address}, which is not public; a task names such an address itself")
        return addresses


def split_place(place: str) -> tuple[str, int]:
    """Return the host and the port of a place, with the host in lower case, without IPv6 brackets or a final dot.

    Raises:
        ValueError: The text has another form.
    """
    host, colon, port = place.rpartition(":")
    if not (colon and host and port.isascii() and port.isdigit()):
        raise ValueError(f"{place[:200]!r} is not host:port")
    if host.startswith("[") and host.endswith("]"):
        return str(ipaddress.IPv6Address(host[1:-1])), int(port)
    return host.lower().rstrip("."), int(port)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_public(address: str) -> bool:
    """Return whether an address is public, including any IPv4 address that is embedded in an IPv6 address."""
    found: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour
        if inner is None and found in _NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        found = inner or found
    return found.is_global and not found.is_multicast
