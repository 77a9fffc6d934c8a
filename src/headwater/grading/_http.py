"""Sends requests to a server that runs from the task's code."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from headwater.sandbox import Network
from headwater.untrusted import one_line, read_json

_TIMEOUT_SEC = 15.0
_BODY_LIMIT = 16 << 20
_ENOUGH_SEC = 20.0
_COMPLAINT = 1000


@dataclass(frozen=True)
class Response:
    """An HTTP response. Status 0 means that there was no response, and ``text`` then contains the reason."""

    status: int
    text: str
    headers: Mapping[str, str]
    seconds: float

    @property
    def json(self) -> Any:
        """The body as JSON, or None if it is not JSON."""
        try:
            return read_json(self.text.encode())
        except ValueError:
            return None


class ServerClient:
    """Sends HTTP requests to the task's server from inside its network."""

    def __init__(self, network: Network, port: int) -> None:
        self._network = network
        self._port = port

    def get(self, path: str) -> Response:
        """Request ``path``. This never raises an exception, whatever the server does."""
        with self._network:
            return self._get(path)

    def get_all(self, paths: list[str], at_once: int) -> list[Response]:
        """Request many paths, up to ``at_once`` at the same time, and return the responses in order."""
        with self._network:  # new threads are in the network of the thread that starts them
            pool = ThreadPoolExecutor(at_once)
            try:
                return list(pool.map(self._get, paths))
            finally:  # when the check's time limit expires, pending requests are not sent
                pool.shutdown(cancel_futures=True)

    def seconds(self, path: str, repeats: int = 7) -> float:
        """Return the median response time in seconds after one warm-up request, or an hour if a response is not 200.

        A slow server gets fewer requests.
        """
        times: list[float] = []
        for number in range(repeats + 1):
            answer = self.get(path)
            if number and answer.status != 200:
                return 3600.0
            if number:
                times.append(answer.seconds)
            if sum(times) > _ENOUGH_SEC:
                break
        return sorted(times)[len(times) // 2]

    def _get(self, path: str) -> Response:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=_TIMEOUT_SEC)
        started = time.perf_counter()
        try:
            connection.connect()
            with _ended_after(_TIMEOUT_SEC, connection.sock) as ended:
                connection.request("GET", path)
                answer = connection.getresponse()
                body = _body(answer)
            if ended.is_set():
                raise _too_late()
            if answer.length and len(body) < _BODY_LIMIT:
                raise http.client.IncompleteRead(body, answer.length)
            headers = {name.lower(): value for name, value in answer.getheaders()}
            seconds = time.perf_counter() - started
            return Response(answer.status, body.decode(errors="replace"), headers, seconds)
        except (OSError, http.client.HTTPException, ValueError, OverflowError) as error:
            return Response(
                0, one_line(f"{type(error).__name__}: {error}"[:_COMPLAINT]), {}, time.perf_counter() - started
            )
        finally:
            connection.close()


def _body(answer: http.client.HTTPResponse) -> bytes:
    """Read no more than the limit. ``read`` would return everything that follows a chunk of negative size."""
    body = bytearray()
    while len(body) < _BODY_LIMIT and (part := answer.read1(_BODY_LIMIT - len(body))):
        body += part
    return bytes(body[:_BODY_LIMIT])


@contextmanager
def _ended_after(seconds: float, connection: socket.socket) -> Iterator[threading.Event]:
    """Close the connection after this time, because a socket's own timeout restarts with each byte."""
    ended = threading.Event()

    def hang_up() -> None:
        ended.set()
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield ended
    except (OSError, http.client.HTTPException) as error:  # such as a reset, if a byte arrives after the end
        if ended.is_set():
            raise _too_late() from error
        raise
    finally:
        timer.cancel()


def _too_late() -> TimeoutError:
    return TimeoutError(f"no complete answer in {_TIMEOUT_SEC:g} s")
