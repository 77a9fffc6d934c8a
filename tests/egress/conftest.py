"""The command line with small tasks, and a server on this machine's loopback."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from tests.jobs.conftest import headwater, make_task, nothing_left

__all__ = ["headwater", "make_task", "nothing_left"]


class Hello(BaseHTTPRequestHandler):
    """Responds with the requested path."""

    def do_GET(self) -> None:
        body = f"hello {self.path}".encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        pass


@pytest.fixture
def serve() -> Iterator[Callable[[], int]]:
    """Start a server and return its port."""
    servers = []

    def start() -> int:
        server = ThreadingHTTPServer(("127.0.0.1", 0), Hello)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return int(server.server_address[1])

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()
