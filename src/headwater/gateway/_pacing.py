"""Wait for a turn where the trials of a job share a rate; ``headwater.jobs`` has the other end of the connection.

One line of JSON each way: ``{"provider": …, "tokens": …}`` is answered with ``{"id": …, "wait_sec": …}``, and
``{"settle": id, "tokens": …}``, which says what a request has used in the end, is not answered.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from headwater.records.usage import PacingAddress

_BYTES_PER_TOKEN = 4
"""What text has on average: until the usage of a request is known, it counts as so many tokens."""


class Pacing:
    """The connection of one gateway, made at its first request.

    Args:
        address: Where turns are given.
        on_lost: Called when nobody is there any more: without turns, the run cannot go on.
    """

    def __init__(self, address: PacingAddress, on_lost: Callable[[str], None]) -> None:
        self._address = address
        self._on_lost = on_lost
        self._lock = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turns: dict[int, int] = {}

    async def wait(self, request: int, provider: str, size: int) -> float:
        """Wait until a request of so many bytes may go to its provider, and return the seconds.

        Raises:
            ConnectionError: Nobody gives turns.
        """
        self.settle(request, 0)  # an earlier try, which the provider did not answer
        try:
            turn = await self._ask({"provider": provider, "tokens": size // _BYTES_PER_TOKEN})
        except (OSError, ValueError) as error:
            self._on_lost(f"the process that holds the job to its rates is gone: {error}")
            raise ConnectionError(str(error)) from error
        self._turns[request] = turn["id"]
        wait_sec = float(turn["wait_sec"])
        await asyncio.sleep(wait_sec)
        return wait_sec

    def settle(self, request: int, tokens: int) -> None:
        """Say what a request has used."""
        turn = self._turns.pop(request, None)
        if turn is not None and self._streams is not None:
            self._send(self._streams[1], {"settle": turn, "tokens": tokens})

    async def close(self) -> None:
        """Close the connection, when all that was sent has arrived."""
        if self._streams is not None:
            self._streams[1].close()

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        async with self._lock:
            if self._streams is None:
                self._streams = await asyncio.open_connection(self._address.host, self._address.port)
                self._send(self._streams[1], {"token": self._address.token})
            reader, writer = self._streams
            self._send(writer, question)
            await writer.drain()
            answer: dict[str, Any] = json.loads(await reader.readline())
            return answer

    @staticmethod
    def _send(writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
        writer.write(json.dumps(message).encode() + b"\n")
