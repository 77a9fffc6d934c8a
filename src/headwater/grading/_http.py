"""Talk to a server that the task's code runs."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from headwater.sandbox import Network

_TIMEOUT_SEC = 15.0
_BODY_LIMIT = 16 << 20


@dataclass(frozen=True)
class Response:
    """An answer; status 0 means that none came, and ``text`` says why."""

    status: int
    text: str
    headers: Mapping[str, str]
    seconds: float

    @property
    def json(self) -> Any:
        """The body as JSON, or None if it is not."""
        try:
            return json.loads(self.text)
        except ValueError:
            return None


class ServerClient:
    """HTTP requests to the task's server, inside of its network."""

    def __init__(self, network: Network, port: int) -> None:
        self._network = network
        self._port = port

    def get(self, path: str) -> Response:
        """Request ``path``; never raises for what the server does."""
        with self._network:
            return self._get(path)

    def get_all(self, paths: list[str], at_once: int) -> list[Response]:
        """Request many paths, ``at_once`` at a time, in order."""
        with self._network, ThreadPoolExecutor(at_once) as pool:  # threads start in the network
            return list(pool.map(self._get, paths))

    def seconds(self, path: str, repeats: int = 7) -> float:
        """Return the median seconds of a request, after one to warm up; an hour if one does not answer 200."""
        answers = [self.get(path) for _ in range(repeats + 1)][1:]
        if any(answer.status != 200 for answer in answers):
            return 3600.0
        return sorted(answer.seconds for answer in answers)[len(answers) // 2]

    def _get(self, path: str) -> Response:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=_TIMEOUT_SEC)
        started = time.perf_counter()
        try:
            connection.connect()
            with _ended_after(_TIMEOUT_SEC, connection.sock) as ended:
                connection.request("GET", path)
                answer = connection.getresponse()
                body = answer.read(_BODY_LIMIT)
            if ended.is_set():
                raise TimeoutError(f"no whole answer in {_TIMEOUT_SEC:g} s")
            if answer.length and len(body) < _BODY_LIMIT:
                raise http.client.IncompleteRead(body, answer.length)
            headers = {name.lower(): value for name, value in answer.getheaders()}
            seconds = time.perf_counter() - started
            return Response(answer.status, body.decode(errors="replace"), headers, seconds)
        except (OSError, http.client.HTTPException, ValueError) as error:
            return Response(0, f"{type(error).__name__}: {error}", {}, time.perf_counter() - started)
        finally:
            connection.close()


@contextmanager
def _ended_after(seconds: float, connection: socket.socket) -> Iterator[threading.Event]:
    """Hang up after so long; a socket's own timeout starts anew with each byte that comes."""
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
    finally:
        timer.cancel()
