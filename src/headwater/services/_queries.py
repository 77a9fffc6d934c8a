"""Defines the common parts of all clients: rows, limits, one-line errors, and query times.

A query that the server refuses raises ``QueryError``. In a check, this is a failure rather than an error, because the
agent's state cannot answer the query. The same is true for a result that is too large, takes too long or cannot be
read, because agents create the tables, views and functions that the query reads.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from headwater.errors import QueryError
from headwater.untrusted import one_line

Row = tuple[Any, ...]

_MESSAGE = 500
_ENOUGH_SEC = 20.0
_VALUE = 24

UNREADABLE = (ValueError, ArithmeticError, LookupError, RecursionError, struct.error)
"""The exceptions of drivers for values that Python cannot represent, such as a day after the year 9999."""


@dataclass(frozen=True)
class QueryLimits:
    """The limits of a query that grading runs.

    Attributes:
        seconds: The limit on the server's time, and on the time spent waiting for a lock.
        rows: The maximum number of rows in the result, or of messages in a topic.
        size: The maximum size of the result in bytes.
        memory: The memory in bytes that the server may use for the query, if the engine counts memory.
    """

    seconds: float = 30.0
    rows: int = 1_000_000
    size: int = 256 << 20
    memory: int = 3 << 30

    def take(self, rows: Iterable[Row]) -> list[Row]:
        """Return the rows from an iterator, within the limits.

        Raises:
            QueryError: There are too many rows, or their values are too large.
        """
        taken_rows, size = [], 0
        for row in rows:
            size += sum(len(value) if isinstance(value, str | bytes) else _VALUE for value in row)
            taken_rows.append(row)
            if len(taken_rows) > self.rows:
                raise QueryError(f"the answer has more than {self.rows} rows")
            if size > self.size:
                raise QueryError(f"the answer has more than {self.size >> 20} MiB")
        return taken_rows


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message, or the type of an error without a message."""
    lines = [one_line(line) for line in str(error)[: 8 * _MESSAGE].splitlines()]
    return next(filter(None, lines), type(error).__name__)[:_MESSAGE]


def median_seconds(run: Callable[[], object], repeats: int) -> float:
    """Return the median time of several runs in seconds. Slow queries get fewer runs."""
    times: list[float] = []
    for _ in range(repeats):
        if sum(times) > _ENOUGH_SEC:
            break
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return sorted(times)[len(times) // 2]
