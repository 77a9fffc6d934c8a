"""Opens HTTP connections that limit the size and the duration of each response, whatever the server sends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from urllib3 import BaseHTTPResponse, PoolManager

from headwater.services._queries import QueryLimits


class BoundedPool(PoolManager):
    """The connections of one client. ``refusal`` contains the reason if the last response was cut off."""

    def __init__(self, limits: QueryLimits, transfer_sec: float) -> None:
        super().__init__()
        self.refusal = ""
        self._limits = limits
        self._seconds = limits.seconds + transfer_sec

    def urlopen(self, method: str, url: str, redirect: bool = True, **kwargs: Any) -> BaseHTTPResponse:  # type: ignore[override]
        """Send a request. A streamed response ends at the limit."""
        self.refusal = ""
        deadline = time.monotonic() + self._seconds
        response = super().urlopen(method, url, redirect, **kwargs)
        stream = response.stream

        def bounded(amt: int | None = 2**16, decode_content: bool | None = None) -> Iterator[bytes]:
            size = 0
            for chunk in stream(amt, decode_content):
                size += len(chunk)
                if size > self._limits.size:
                    self.refusal = f"the answer has more than {self._limits.size >> 20} MiB"
                elif time.monotonic() > deadline:
                    self.refusal = f"the answer did not end in {self._seconds:g} s"
                if self.refusal:
                    return  # the driver would log an error instead
                yield chunk

        response.stream = bounded  # type: ignore[method-assign]
        return response
