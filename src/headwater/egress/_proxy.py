"""Implements an HTTP proxy, with CONNECT for any protocol and one ``http://`` request per connection."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from headwater.egress._rules import PlaceRefusedError, Rules, split_place

HEAD_BYTES = 32 << 10
"""The maximum size of a request's head. Larger ones are refused."""
_HEAD_SEC = 30.0
_CONNECT_SEC = 30.0
_PIECE = 64 << 10
_MOST = 10_000
"""The maximum number of connections in a trial. Others are closed unread, so that a loop cannot fill the disk.
"""
_AT_ONCE = 200
"""The maximum number of concurrent connections. Each uses two of the file descriptors that all trials share."""


@dataclass(frozen=True)
class ProxyRequest:
    """A parsed request: the place to connect to, and the bytes to send there first."""

    place: str
    first: bytes
    is_tunnel: bool


@dataclass
class Proxy:
    """Serves the connections of one trial.

    Attributes:
        log: The log file. It gets one line of JSON when a connection is allowed or refused, and another when it ends.
    """

    rules: Rules
    log: Path
    _served: int = field(default=0, init=False)
    _open: int = field(default=0, init=False)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client. On cancellation, both of its connections end immediately."""
        self._served += 1
        self._open += 1
        try:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                if self._served <= _MOST and self._open <= _AT_ONCE:
                    await self._answer(reader, writer)
            writer.close()
        except asyncio.CancelledError:
            writer.transport.abort()
            raise
        finally:
            self._open -= 1

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        place = ""
        try:
            request = parse(await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _HEAD_SEC))
            place = request.place
            host, port = split_place(place)
            addresses = await self.rules.addresses(host, port)
            out_reader, out_writer = await _connect(addresses, port, is_named=addresses == [host])
        except (ValueError, asyncio.LimitOverrunError) as error:
            await self._refuse(writer, place, "400 Bad Request", str(error))
        except PlaceRefusedError as error:
            await self._refuse(writer, place, "403 Forbidden", str(error))
        except OSError as error:
            await self._refuse(writer, place, "502 Bad Gateway", str(error) or type(error).__name__)
        else:
            self._note(place, "admitted")
            await self._pass_on(request, (reader, writer), (out_reader, out_writer))

    async def _refuse(self, writer: asyncio.StreamWriter, place: str, status: str, why: str) -> None:
        self._note(place, "failed" if status.startswith("502") else "refused", reason=why)
        body = f"headwater: {place}: {why}\n".encode(errors="replace")
        head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()

    async def _pass_on(
        self,
        request: ProxyRequest,
        inside: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        outside: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        counts = {"sent": len(request.first), "received": 0}

        def count(name: str) -> Callable[[int], None]:
            return lambda size: counts.update({name: counts[name] + size})

        try:
            outside[1].write(request.first)
            if request.is_tunnel:
                inside[1].write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            await asyncio.gather(
                _copy(inside[0], outside[1], count("sent")), _copy(outside[0], inside[1], count("received"))
            )
        finally:
            outside[1].transport.abort()  # everything was sent, or is no longer needed
            self._note(request.place, "ended", **counts)

    def _note(self, place: str, what: str, **more: object) -> None:
        line = {"at": datetime.now(UTC).isoformat(), "place": place[:300], "what": what, **more}
        with self.log.open("a") as file:
            file.write(json.dumps(line) + "\n")


def parse(head: bytes) -> ProxyRequest:
    """Parse the head of a request to a proxy.

    Raises:
        ValueError: The text is not a request to a proxy.
    """
    lines = head.decode("latin-1").split("\r\n")
    try:
        method, target, version = lines[0].split(" ")
    except ValueError:
        raise ValueError("not an HTTP request") from None
    if method == "CONNECT":
        return ProxyRequest(target, b"", is_tunnel=True)
    url = urlsplit(target)
    if url.scheme != "http" or not url.netloc:
        raise ValueError("not a request to a proxy, whose address begins with http://")
    place = url.netloc.rpartition("@")[2]
    path = url._replace(scheme="", netloc="").geturl() or "/"
    # Each connection has only one request, because the next one might go to another place.
    headers = [line for line in lines[1:] if not line.lower().startswith(("proxy-", "connection:", "keep-alive:"))]
    first = "\r\n".join([f"{method} {path} {version}", "Connection: close", *headers])
    return ProxyRequest(place if url.port else f"{place.rstrip(':')}:80", first.encode("latin-1"), is_tunnel=False)


async def _connect(
    addresses: list[str], port: int, *, is_named: bool
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to the first address that accepts a connection.

    Raises:
        PlaceRefusedError: The address is this machine's own public address.
        OSError: No address answers.
    """
    error: OSError = OSError("no address")
    for address in addresses:
        try:
            reader, writer = await asyncio.wait_for(asyncio.open_connection(address, port), _CONNECT_SEC)
        except OSError as fault:
            error = fault
            continue
        own, peer = writer.get_extra_info("sockname")[0], writer.get_extra_info("peername")[0]
        if own == peer and not is_named:
            writer.close()
            raise PlaceRefusedError("leads to this machine")
        return reader, writer
    raise error


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, count: Callable[[int], None]) -> None:
    """Copy data until the end of the stream, and then signal the end to the other side."""
    with contextlib.suppress(ConnectionError):
        while piece := await reader.read(_PIECE):
            writer.write(piece)
            count(len(piece))
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
