"""Makes requests wait their turn when a job's trials share rate limits. ``headwater.jobs`` implements the other end.

Messages are lines of JSON. ``{"provider": …, "tokens": …}`` is answered with ``{"id": …, "wait_sec": …}``. ``{"settle":
id, "tokens": …}`` reports the final usage of a request and is not answered.

An agent must not gain from abandoned requests. The requests of a trial take turns one after the other, and an abandoned
request leaves its turn to the next one, so that a trial never has more than one pending turn. The time that a request
has waited extends the agent's time limit (``PacedTime``) once the request is sent to its provider.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from headwater.records.usage import PacingAddress

_BYTES_PER_TOKEN = 4
"""The average for text, with which the tokens of a request are estimated until its usage is known."""


class PacedTime:
    """The time during which at least one request of the trial waited for its turn.

    A wait counts while it lasts and, if the request gets its turn, also afterwards. The wait of an abandoned request
    does not count.

    Args:
        clock: Returns the current time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._waiting: dict[object, float] = {}
        self._past: list[tuple[float, float]] = []
        """The start and end of non-overlapping intervals, in order."""

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count the time of a wait, unless it ends with an exception."""
        wait = object()
        self._waiting[wait] = self._clock()
        try:
            yield
        except BaseException:
            del self._waiting[wait]
            raise
        self._past = self._with(self._waiting.pop(wait))

    @property
    def seconds(self) -> float:
        """The number of seconds so far."""
        times = self._with(min(self._waiting.values())) if self._waiting else self._past
        return sum(end - begin for begin, end in times)

    def _with(self, begin: float) -> list[tuple[float, float]]:
        """Return the past intervals, merged with one that ends now."""
        past = list(self._past)
        while past and past[-1][1] >= begin:
            begin = min(begin, past.pop()[0])
        return [*past, (begin, self._clock())]


@dataclass(frozen=True)
class _RequestTurn:
    id: int
    at: float


class Pacing:
    """The connection of one gateway to the process that paces the job. It is opened at the first request.

    Args:
        address: The address of the process that paces the job.
        on_lost: Called when this process is gone, because the run then cannot continue.

    Attributes:
        time: The time during which requests have waited.
    """

    def __init__(self, address: PacingAddress, on_lost: Callable[[str], None]) -> None:
        self.time = PacedTime()
        self._address = address
        self._on_lost = on_lost
        self._asking = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turns: dict[int, int] = {}
        self._queues: dict[str, asyncio.Lock] = {}
        self._next: dict[str, asyncio.Task[_RequestTurn]] = {}

    async def wait(self, request: int, provider: str, size: int) -> float:
        """Wait until a request may be sent to its provider, and return the waiting time in seconds.

        Raises:
            ConnectionError: The process that paces the job is gone.
        """
        began = time.monotonic()
        self.settle(request, 0)  # the provider did not answer an earlier attempt
        with self.time.waiting():
            async with self._queues.setdefault(provider, asyncio.Lock()):
                if provider not in self._next:
                    self._next[provider] = asyncio.create_task(self._ask(provider, size // _BYTES_PER_TOKEN))
                try:
                    # If the agent abandons this request, its turn remains for the next one.
                    turn = await asyncio.shield(self._next[provider])
                except (OSError, ValueError) as error:
                    self._on_lost(f"the process that holds the job to its rates is gone: {error}")
                    raise ConnectionError(str(error)) from error
                await asyncio.sleep(turn.at - time.monotonic())
                del self._next[provider]
        self._turns[request] = turn.id
        return time.monotonic() - began

    def settle(self, request: int, tokens: int) -> None:
        """Report the usage of a request."""
        turn = self._turns.pop(request, None)
        if turn is not None and self._streams is not None:
            self._send(self._streams[1], {"settle": turn, "tokens": tokens})

    async def close(self) -> None:
        """Close the connection after all sent data has arrived."""
        for turn in self._next.values():
            turn.cancel()
        if self._streams is not None:
            self._streams[1].close()

    async def _ask(self, provider: str, tokens: int) -> _RequestTurn:
        # An answer does not name its request, so only one may be open at a time.
        async with self._asking:
            if self._streams is None:
                self._streams = await asyncio.open_connection(self._address.host, self._address.port)
                self._send(self._streams[1], {"token": self._address.token})
            reader, writer = self._streams
            self._send(writer, {"provider": provider, "tokens": tokens})
            await writer.drain()
            answer: dict[str, Any] = json.loads(await reader.readline())
            return _RequestTurn(answer["id"], time.monotonic() + float(answer["wait_sec"]))

    @staticmethod
    def _send(writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
        writer.write(json.dumps(message).encode() + b"\n")
