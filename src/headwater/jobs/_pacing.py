"""Limits the combined rates of a job's trials: the requests and tokens sent to each provider within any minute.

A gateway requests a turn before each request to a model, and the answer states how long the request has to wait. The
driver's process answers gateways on this machine and on others.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from headwater.records import PacingAddress, RateLimit

_WINDOW_SEC = 60.0


@dataclass
class _PacedRequest:
    """The start time of a request, and the amount by which it counts towards the limit."""

    at: float
    amount: int
    is_over: bool = False


@dataclass
class _Window:
    """The requests of the minute before the latest turn, sorted by time.

    The latest turn can be in the future. New turns are never earlier, so entries more than a minute before it are
    no longer needed.
    """

    limit: int
    entries: deque[_PacedRequest] = field(default_factory=deque)
    within: int = 0

    def earliest(self, now: float, amount: int) -> float:
        """Return the earliest time for a request. A request that exceeds the limit on its own gets a full minute."""
        at, within = now, self.within
        if self.entries:
            # A request does not start before the previous one, so that requests keep their order.
            at = max(at, self.entries[-1].at)
        # The request fits once enough of the oldest entries have left the window.
        for entry in self.entries:
            if within + amount <= self.limit:
                break
            within -= entry.amount
            at = max(at, entry.at + _WINDOW_SEC)
        return at

    def add(self, at: float, amount: int) -> _PacedRequest:
        """Add a request, and drop the entries that have left the window."""
        while self.entries and self.entries[0].at + _WINDOW_SEC <= at:
            oldest = self.entries.popleft()
            oldest.is_over = True
            self.within -= oldest.amount
        self.entries.append(_PacedRequest(at, amount))
        self.within += amount
        return self.entries[-1]

    def settle(self, entry: _PacedRequest, amount: int) -> None:
        """Replace the amount of a request if the window still contains it."""
        if not entry.is_over:
            self.within += amount - entry.amount
            entry.amount = amount


class Pacer:
    """Schedules requests in the order in which they arrive.

    Args:
        rates: The job's rate limits.
        clock: Returns the time in seconds.
    """

    def __init__(self, rates: Sequence[RateLimit], clock: Callable[[], float] = time.monotonic) -> None:
        self._rates = {rate.provider: rate for rate in rates}
        self._clock = clock
        self._windows: dict[str, tuple[_Window | None, _Window | None]] = {}
        self._tokens: dict[int, tuple[_Window, _PacedRequest]] = {}
        self._turns = 0

    def turn(self, provider: str, tokens: int, requests: int = 1) -> tuple[int, float]:
        """Schedule a turn. Return its number and the seconds until it starts.

        Args:
            provider: The provider of the model.
            tokens: The estimated tokens of the requests that share this turn.
            requests: The number of requests that share this turn.
        """
        now = self._clock()
        requests_, tokens_ = self._windows_of(provider)
        at = max(
            now if requests_ is None else requests_.earliest(now, requests),
            now if tokens_ is None else tokens_.earliest(now, tokens),
        )
        self._turns += 1
        if requests_ is not None:
            requests_.add(at, requests)
        if tokens_ is not None:
            self._tokens[self._turns] = tokens_, tokens_.add(at, tokens)
        return self._turns, at - now

    def settle(self, turn: int, tokens: int) -> None:
        """Replace a request's estimated usage with its actual usage."""
        if (reservation := self._tokens.pop(turn, None)) is not None:
            window, entry = reservation
            window.settle(entry, tokens)

    def _windows_of(self, provider: str) -> tuple[_Window | None, _Window | None]:
        if provider not in self._windows:
            rate = self._rates.get(provider) or self._rates.get(None) or RateLimit()
            self._windows[provider] = (
                _Window(rate.requests) if rate.requests else None,
                _Window(rate.tokens) if rate.tokens else None,
            )
        return self._windows[provider]


@contextmanager
def serve_pacing(rates: Sequence[RateLimit], host: str) -> Iterator[PacingAddress]:
    """Serve turns on a port of this address while a job runs."""
    loop, token = asyncio.new_event_loop(), secrets.token_urlsafe()
    pacer = Pacer(rates)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # The gateway was killed, the client is not a gateway, or the job has ended and this task with it.
        with suppress(OSError, ValueError, asyncio.CancelledError):
            given_token = str(_parse(await reader.readline()).get("token"))
            # Other processes can reach the port, and could use up the turns of the job.
            if secrets.compare_digest(given_token.encode(errors="replace"), token.encode()):
                while line := await reader.readline():
                    if (answer := _answer(pacer, _parse(line))) is not None:
                        writer.write(json.dumps(answer).encode() + b"\n")
                        await writer.drain()
        writer.close()

    server = loop.run_until_complete(asyncio.start_server(serve, host, 0))
    thread = threading.Thread(target=loop.run_forever, name="pacing", daemon=True)
    thread.start()
    try:
        yield PacingAddress(host=host, port=server.sockets[0].getsockname()[1], token=token)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        # Cancelled tasks end only when the event loop runs again.
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()


def _parse(line: bytes) -> dict[str, Any]:
    """Parse a line that a client has sent.

    Raises:
        ValueError: It is not a JSON object.
    """
    try:
        message = json.loads(line)
    except RecursionError:
        raise ValueError("a line is nested too deeply") from None
    if not isinstance(message, dict):
        raise ValueError("a line is not an object")  # noqa: TRY004 - like a line that is not JSON
    return message


def _answer(pacer: Pacer, message: dict[str, Any]) -> dict[str, Any] | None:
    if "settle" in message:
        pacer.settle(message["settle"], message["tokens"])
        return None
    turn, wait_sec = pacer.turn(message["provider"], message["tokens"])
    return {"id": turn, "wait_sec": wait_sec}
