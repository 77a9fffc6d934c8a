"""Limits the memory that requests in flight use."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class MemoryLimit:
    """A number of bytes that concurrent requests share. A request waits until enough bytes are free."""

    def __init__(self, size: int) -> None:
        self._free_bytes = size
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def of(self, size: int) -> AsyncIterator[None]:
        """Reserve ``size`` bytes inside a ``with`` block. ``size`` must not exceed the total."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._free_bytes >= size)
            self._free_bytes -= size
        try:
            yield
        finally:
            self._free_bytes += size
            async with self._changed:
                self._changed.notify_all()
