"""Runs the gateway's process: ``python -m headwater.gateway <control fd> <http fd>``, with its settings on stdin.

The process serves until stdin is closed, which also happens when Headwater dies.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import socket
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from headwater import __version__
from headwater.gateway._listen import PACED
from headwater.gateway._prices import is_priced
from headwater.gateway._redact import Redactor
from headwater.gateway._service import RequestService, make_app
from headwater.gateway._settings import Forward, GatewaySettings
from headwater.gateway._wire_log import WireLogWriter
from headwater.records.wire import Answerer, Closed, Opened

_SHUTDOWN_SEC = 0.2
# Clients are served one after the other, so a client that sends nothing must not block the others for long.
_HAND_OVER_SEC = 5.0


def main(arguments: list[str]) -> None:
    """Serve until stdin is closed."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core dump would contain the keys
    settings = GatewaySettings.model_validate_json(sys.stdin.buffer.readline())
    redactor = Redactor(_keys(settings))
    _log_redacted(redactor)
    control, http = (socket.socket(fileno=int(number)) for number in arguments)
    places = [Path(each.getsockname()) for each in (control, http)]
    try:
        with contextlib.suppress(BrokenPipeError):  # Headwater has already died
            asyncio.run(_serve(settings, redactor, control, http))
    finally:
        _remove(places)


def _remove(sockets: list[Path]) -> None:
    """Remove the sockets and their folder, in case Headwater has died and cannot do so."""
    for path in sockets:
        path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # Headwater has already removed the folder
        sockets[0].parent.rmdir()


def _keys(settings: GatewaySettings) -> list[str]:
    if not isinstance(settings.backend, Forward):
        return []
    upstreams = settings.backend.upstreams.values()
    passwords = [urlsplit(upstream.base_url).password or "" for upstream in upstreams]
    return passwords + [upstream.key.get_secret_value() for upstream in upstreams if upstream.key]


def _log_redacted(redactor: Redactor) -> None:
    class Formatter(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            return redactor.clean_text(super().format(record))

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


async def _serve(settings: GatewaySettings, redactor: Redactor, control: socket.socket, http: socket.socket) -> None:
    log = WireLogWriter(settings.wire_log, redactor)
    answerer = Answerer.PROVIDER if isinstance(settings.backend, Forward) else Answerer.CASSETTE
    log.write(Opened(at=datetime.now(UTC), headwater_version=__version__, answerer=answerer, limits=settings.limits))
    service = RequestService(settings, log, redactor)
    runner = web.AppRunner(
        make_app(service), access_log=None, handler_cancellation=True, shutdown_timeout=_SHUTDOWN_SEC
    )
    await runner.setup()
    await web.SockSite(runner, http).start()
    control.setblocking(False)
    taker = asyncio.create_task(_serve_control(control, runner, service))
    # loading the price table takes time
    threading.Thread(target=is_priced, args=("", "openai"), daemon=True).start()
    until: list[asyncio.Future[Any]] = [asyncio.ensure_future(_closed_stdin()), service.lost]
    await asyncio.wait(until, return_when=asyncio.FIRST_COMPLETED)
    if service.lost.done():
        sys.exit(f"the run cannot go on: {service.lost.result()}")
    taker.cancel()
    await runner.cleanup()
    await service.close()
    log.write(Closed(at=datetime.now(UTC)))
    log.close()


async def _serve_control(control: socket.socket, runner: web.AppRunner, service: RequestService) -> None:
    """Serve on every listening socket that is handed over, and report how long requests have waited for rate limits."""
    loop = asyncio.get_running_loop()
    while True:
        channel, _ = await loop.sock_accept(control)
        with channel, contextlib.suppress(OSError):  # the process that handed over a socket may have died
            # asyncio cannot receive file descriptors.
            message, descriptors = await loop.run_in_executor(None, _receive, channel)
            for descriptor in descriptors:
                await web.SockSite(runner, socket.socket(fileno=descriptor)).start()
                channel.sendall(b"serving")
            if message == PACED:
                channel.sendall(f"{service.paced_sec:.3f}".encode())


def _receive(channel: socket.socket) -> tuple[bytes, list[int]]:
    channel.settimeout(_HAND_OVER_SEC)
    return socket.recv_fds(channel, 16, 1)[:2]


async def _closed_stdin() -> None:
    loop = asyncio.get_running_loop()
    closed = asyncio.Event()

    def wait() -> None:
        while sys.stdin.buffer.read(4096):
            pass
        loop.call_soon_threadsafe(closed.set)

    threading.Thread(target=wait, daemon=True).start()
    await closed.wait()


if __name__ == "__main__":
    main(sys.argv[1:])
