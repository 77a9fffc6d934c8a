"""Forwards connections to services, counts the requests, and can hold one of them.

A program that is killed after some time is killed at another place on each machine. A program that is killed when it
sends a certain request is killed at the same place everywhere, for example between a commit in one database and an
insertion into another.

A request begins when a program sends something after the service has answered, and again with each further
``REQUEST_BYTES`` of a long one, such as an insertion of many rows. This holds for the protocols of Postgres, ClickHouse
and Redis. Kafka is not counted, because its clients connect to the address that the broker names.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from headwater.errors import ServiceError
from headwater.sandbox import Network

REQUEST_BYTES = 1 << 18
"""The size of a part of a long request that counts as a request."""
_READ_BYTES = 1 << 16
_START_SEC = 10.0
_END_SEC = 30.0
"""The time in which a service must end a session."""
_MOST_CONNECTIONS = 400


@dataclass
class _ProgramSession:
    """One connection of a program.

    Attributes:
        answered: Whether the service has sent something since the last request began.
        sent: The number of bytes of the current request.
        sending: The task that forwards what the program sends.
    """

    answered: bool = True
    sent: int = 0
    sending: asyncio.Task[None] | None = None


@dataclass
class RequestCount:
    """The requests of one program, counted from its start.

    Attributes:
        limit: The number of requests that are forwarded before the next one is held, or None.
        forwarded: The number of requests that were forwarded so far.
        held: Set when a request is held.
    """

    limit: int | None
    forwarded: int = 0
    held: threading.Event = field(default_factory=threading.Event)


class RequestProxy:
    """Listens in a network on other ports than the services, until it is closed.

    Args:
        network: The network of the services.
        ports: Maps ports on which to listen to ports of services.
    """

    def __init__(self, network: Network, ports: Mapping[int, int]) -> None:
        self._network, self._ports = network, ports
        self._loop = asyncio.new_event_loop()
        self._connections: dict[asyncio.Task[None], _ProgramSession] = {}
        self._count = RequestCount(None)
        self._released = asyncio.Event()
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="request-proxy", daemon=True)
        self._thread.start()
        if not self._listening.wait(_START_SEC):
            raise ServiceError("the proxy in front of the services does not listen")

    @contextmanager
    def counting(self, limit: int | None = None) -> Iterator[RequestCount]:
        """Count the requests of the program that is started in the block, and hold those after ``limit``.

        At the end of the block, when the program must have ended, what is held is discarded. The block ends when the
        services have ended the program's sessions, so that nothing of it continues or holds a lock.
        """
        count = RequestCount(limit)
        self._call(self._begin, count)
        try:
            yield count
        finally:
            ended = asyncio.run_coroutine_threadsafe(self._drain(), self._loop)
            ended.result(_END_SEC + _START_SEC)

    def release(self) -> None:
        """Forward what is held, and hold nothing more."""
        self._call(self._release)

    def close(self) -> None:
        """End all connections, and stop listening."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _call(self, function: Callable[..., None], *args: object) -> None:
        done = threading.Event()

        def call() -> None:
            function(*args)
            done.set()

        self._loop.call_soon_threadsafe(call)
        if not done.wait(_START_SEC):
            raise ServiceError("the proxy in front of the services does not answer")

    def _begin(self, count: RequestCount) -> None:
        self._count = count
        self._released.clear()

    def _release(self) -> None:
        self._count.limit = None
        self._released.set()

    def _serve(self) -> None:
        with self._network:  # sockets stay in the network of the thread that creates them
            asyncio.set_event_loop(self._loop)
            servers = [
                self._loop.run_until_complete(asyncio.start_server(self._handler(target), "127.0.0.1", port))
                for port, target in self._ports.items()
            ]
            self._listening.set()
            self._loop.run_forever()
            for server in servers:
                server.close()
            for task in asyncio.all_tasks(self._loop):
                task.cancel()
            self._loop.run_until_complete(asyncio.sleep(0))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()

    def _handler(self, target: int) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], None]:
        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            if len(self._connections) >= _MOST_CONNECTIONS:
                writer.close()
                return
            self._loop.create_task(self._forward(target, reader, writer))

        return connected

    async def _forward(self, target: int, program: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        task, connection = asyncio.current_task(), _ProgramSession()
        assert task is not None
        self._connections[task] = connection
        try:
            responses, service = await asyncio.open_connection("127.0.0.1", target)
            connection.sending = self._loop.create_task(self._send(connection, program, service))
            answering = self._loop.create_task(self._answer(connection, responses, answers))
            await asyncio.wait([connection.sending, answering], return_when=asyncio.FIRST_COMPLETED)
            with contextlib.suppress(OSError):
                service.write_eof()
            await asyncio.wait([answering], timeout=_END_SEC)
            answering.cancel()
            connection.sending.cancel()
            service.close()
        except OSError:  # the service is away
            pass
        finally:
            del self._connections[task]
            answers.close()

    async def _send(
        self, connection: _ProgramSession, program: asyncio.StreamReader, service: asyncio.StreamWriter
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await program.read(_READ_BYTES):
                while data:
                    if connection.answered or connection.sent >= REQUEST_BYTES:
                        connection.answered, connection.sent = False, 0
                        await self._admit()
                        if program.at_eof():  # the program has given up while its request was held
                            return
                    part, data = data[: REQUEST_BYTES - connection.sent], data[REQUEST_BYTES - connection.sent :]
                    connection.sent += len(part)
                    service.write(part)
                    await service.drain()

    async def _admit(self) -> None:
        """Count a request, or hold it until it is released."""
        count = self._count
        if count.limit is not None and count.forwarded >= count.limit:
            count.held.set()
            await self._released.wait()
        count.forwarded += 1

    async def _answer(
        self, connection: _ProgramSession, responses: asyncio.StreamReader, answers: asyncio.StreamWriter
    ) -> None:
        """Forward answers until the service ends the session, even if the program has ended before."""
        with contextlib.suppress(OSError):
            while data := await responses.read(_READ_BYTES):
                connection.answered = True
                with contextlib.suppress(OSError):
                    answers.write(data)
                    await answers.drain()

    async def _drain(self) -> None:
        """Discard what is held, end all sessions, and wait until the services have ended them as well."""
        for connection in self._connections.values():
            if connection.sending is not None:
                connection.sending.cancel()
        if self._connections:
            await asyncio.wait(list(self._connections))
        self._count = RequestCount(None)
