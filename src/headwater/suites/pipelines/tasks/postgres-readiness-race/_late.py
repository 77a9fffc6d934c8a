"""Run a proxy that simulates a boot of a state's Postgres and records the connections to it.

A refusing phase lasts for a number of connections, not seconds, so that verdicts are the same on slow machines.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from types import TracebackType
from urllib.parse import urlsplit

from headwater.grading import State

_SSL_REQUEST = 80877103
_GSS_REQUEST = 80877104
FOREVER = float("inf")
_POLL_SEC = 0.01


@dataclass(frozen=True)
class Closed:
    """No process listens on the port."""

    seconds: float


@dataclass(frozen=True)
class Refusing:
    """Postgres answers a number of connections with a FATAL error."""

    connections: float
    code: str
    message: str


@dataclass(frozen=True)
class Silent:
    """Connections are accepted but never answered. The phase's time starts with the first connection."""

    seconds: float


@dataclass(frozen=True)
class Ready:
    """Sessions are forwarded until they have received a number of answers in total; then all are cut off."""

    answers: float = FOREVER


Phase = Closed | Refusing | Silent | Ready
STARTING_UP = ("57P03", "the database system is starting up")
NO_SLOT = ("53300", "sorry, too many clients already")


@dataclass
class LatePostgres:
    """A context manager that runs through phases in order; the last one remains active.

    Attributes:
        connection_times: The times of the connections, from ``time.monotonic``.
    """

    state: State
    phases: Sequence[Phase]
    connection_times: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._stopped = threading.Event()
        self._over = threading.Event()
        self._turn = threading.Lock()  # a connection belongs to a single phase
        self._phase = self.phases[0]
        self._refused = self._answers = 0
        self._sockets: list[socket.socket] = []
        with self.state.stack.network:
            self._listener = self._bound(0)
        self._port = self._listener.getsockname()[1]

    def __enter__(self) -> LatePostgres:
        with self.state.stack.network:  # a thread stays in the network namespace in which it was started
            threading.Thread(target=self._play, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        _close(self._listener)
        self._cut()

    def environment(self, **login: str) -> dict[str, str]:
        """Return environment variables for this port, optionally with another user, password or database."""
        variables = self.state.stack.variables
        url = urlsplit(variables["POSTGRES_URL"])
        user, password = login.get("user", url.username), login.get("password", url.password)
        database = login.get("database", url.path[1:])
        return {
            "PGPORT": str(self._port),
            "PGUSER": str(user),
            "PGPASSWORD": str(password),
            "PGDATABASE": database,
            "POSTGRES_URL": f"postgresql://{user}:{password}@{url.hostname}:{self._port}/{database}",
        }

    def _bound(self, port: int) -> socket.socket:
        bound = socket.socket()
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((self.state.stack.variables["PGHOST"], port))
        return bound

    def _play(self) -> None:
        for phase in self.phases:
            if self._stopped.is_set():
                return
            with self._turn:
                self._phase = phase
                self._refused = 0
                self._over.clear()
            if isinstance(phase, Closed):
                self._stopped.wait(phase.seconds)
                continue
            if not self._listener.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                self._listener.listen(64)
                threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()
            self._wait_for_end(phase)

    def _wait_for_end(self, phase: Phase) -> None:
        if isinstance(phase, Silent):
            before = len(self.connection_times)
            while len(self.connection_times) == before and not self._stopped.wait(_POLL_SEC):
                pass
            self._stopped.wait(phase.seconds)
            return
        while not self._stopped.is_set() and not self._over.wait(_POLL_SEC):
            pass
        if isinstance(phase, Ready) and not self._stopped.is_set():
            _close(self._listener)  # no client can connect between the cut and the next phase
            self._listener = self._bound(self._port)
            self._cut()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):  # the socket is closed
            while True:
                client, _ = listener.accept()
                self._sockets.append(client)
                threading.Thread(target=self._meet, args=(client, self._next()), daemon=True).start()

    def _next(self) -> Phase:
        """Record a connection; return its phase."""
        with self._turn:
            self.connection_times.append(time.monotonic())
            phase = self._phase
            if isinstance(phase, Refusing):
                self._refused += 1
                if self._refused == phase.connections:
                    self._over.set()
            return phase

    def _meet(self, client: socket.socket, phase: Phase) -> None:
        with suppress(OSError):
            if isinstance(phase, Refusing):
                _startup(client)
                client.sendall(_fatal(phase.code, phase.message))
                client.close()
            elif isinstance(phase, Ready):
                self._pass_on(client, phase)

    def _pass_on(self, client: socket.socket, phase: Ready) -> None:
        variables = self.state.stack.variables
        with ExitStack() as stack:
            server = socket.create_connection((variables["PGHOST"], int(variables["PGPORT"])))
            stack.callback(_close, server)
            stack.callback(_close, client)
            self._sockets.append(server)
            server.sendall(_startup(client))
            threading.Thread(target=_copy, args=(client, server), daemon=True).start()
            buffer = b""
            while data := server.recv(65536):
                buffer += data
                found, buffer = _answers(buffer)
                self._answers += found
                if self._answers >= phase.answers:
                    self._over.set()  # the client never learns whether its last statement was executed
                    return
                client.sendall(data)

    def _cut(self) -> None:
        for each in self._sockets:
            _close(each)
        self._sockets.clear()


def _close(either: socket.socket) -> None:
    """Close a socket, and wake threads that are blocked in its ``accept`` or ``recv``."""
    with suppress(OSError):  # the socket is not connected or not listening
        either.shutdown(socket.SHUT_RDWR)
    either.close()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def _startup(client: socket.socket) -> bytes:
    """Read up to the startup message and return it; decline encryption."""
    while True:
        head = _exactly(client, 8)
        length, code = struct.unpack(">ii", head)
        if code not in (_SSL_REQUEST, _GSS_REQUEST):
            return head + _exactly(client, length - 8)
        client.sendall(b"N")


def _exactly(client: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = client.recv(count - len(data))
        if not more:
            raise ConnectionError("the client is gone")
        data += more
    return data


def _fatal(code: str, message: str) -> bytes:
    fields = f"SFATAL\0VFATAL\0C{code}\0M{message}\0\0".encode()
    return b"E" + struct.pack(">i", len(fields) + 4) + fields


def _answers(buffer: bytes) -> tuple[int, bytes]:
    """Count the server's ReadyForQuery messages; return the count and the incomplete message at the end."""
    count = 0
    while len(buffer) >= 5:
        end = 1 + struct.unpack(">i", buffer[1:5])[0]
        if len(buffer) < end:
            break
        count += buffer[:1] == b"Z"
        buffer = buffer[end:]
    return count, buffer
