"""Serves the proxy of one trial, and stops it together with the trial."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from headwater.egress._proxy import HEAD_BYTES, Proxy
from headwater.egress._rules import Rules
from headwater.errors import GatewayError
from headwater.sandbox import Network, open_door

_PORT = 8398
"""The proxy's port on the agents' loopback."""
_HAND_OVER_SEC = 5.0


def variables() -> dict[str, str]:
    """Return the proxy variables for an agent's programs. Services and the gateway on its loopback bypass the proxy."""
    proxy, own = f"http://127.0.0.1:{_PORT}", "localhost,127.0.0.1,::1"
    found = {"HTTP_PROXY": proxy, "HTTPS_PROXY": proxy, "NO_PROXY": own}
    return {**found, **{name.lower(): value for name, value in found.items()}}


def join(network: Network, control: Path) -> None:
    """Connect a trial to its proxy, and return once the proxy serves it.

    Raises:
        GatewayError: The port is in use, or no proxy serves it.
    """
    try:
        open_door(network, _PORT, control)
    except OSError as error:
        raise GatewayError(f"the trial could not be connected to its egress proxy: {error}") from None


@contextmanager
def open_egress(allow: Sequence[str], log: Path) -> Iterator[Path]:
    """Run a proxy that allows only the given hosts until the context exits, then close all connections.

    Yields:
        The control socket for ``join``.

    Raises:
        GatewayError: The proxy failed, for example because its log could not be written. This is raised when the
            context exits.
    """
    folder = Path(tempfile.mkdtemp(prefix="headwater-egress-"))  # a trial's own path may be too long for a unix socket
    log.touch()
    server = _ProxyServer(Proxy(Rules(allow), log))
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as control:
            control.bind(str(folder / "control"))
            control.listen(8)
            control.setblocking(False)
            thread = threading.Thread(target=server.run, args=(control,), daemon=True)
            thread.start()
            try:
                yield folder / "control"
            finally:
                server.stop()
                thread.join()
        if server.fault is not None:
            raise GatewayError(f"the egress proxy of the trial failed: {server.fault}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class _ProxyServer:
    """The event loop that serves the proxy in a separate thread."""

    def __init__(self, proxy: Proxy) -> None:
        self.fault: Exception | None = None
        self._proxy = proxy
        self._loop = asyncio.new_event_loop()
        self._ended = asyncio.Event()
        self._listeners: list[asyncio.Server] = []
        self._clients: set[asyncio.Task[None]] = set()

    def run(self, control: socket.socket) -> None:
        try:
            with contextlib.closing(self._loop):
                self._loop.run_until_complete(self._serve(control))
        except Exception as error:  # noqa: BLE001 - the thread that waits for it raises it
            self.fault = error

    def stop(self) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop has already stopped
            self._loop.call_soon_threadsafe(self._ended.set)

    async def _serve(self, control: socket.socket) -> None:
        taker = asyncio.create_task(self._take_listeners(control))
        ended = asyncio.create_task(self._ended.wait())
        await asyncio.wait((taker, ended), return_when=asyncio.FIRST_COMPLETED)
        if taker.done():
            taker.result()
        for listener in self._listeners:
            listener.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # lets cancelled connections close

    async def _take_listeners(self, control: socket.socket) -> None:
        while True:
            channel, _ = await self._loop.sock_accept(control)
            with channel, contextlib.suppress(OSError):  # the process that hands over a socket may have died
                channel.settimeout(_HAND_OVER_SEC)
                for descriptor in socket.recv_fds(channel, 16, 1)[1]:
                    listener = socket.socket(fileno=descriptor)
                    server = await asyncio.start_server(self._take_client, sock=listener, limit=HEAD_BYTES)
                    self._listeners.append(server)
                    channel.sendall(b"serving")

    def _take_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = self._loop.create_task(self._proxy.serve(reader, writer))
        self._clients.add(client)  # keeps a reference, so that the task is not garbage-collected while it runs
        client.add_done_callback(self._clients.discard)
