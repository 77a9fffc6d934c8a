"""Defines the common parts of all clients: rows, limits, one-line errors, and the time of a query.

A query that the server refuses raises ``QueryError``. In a check that is a failure and not an error, because the state
that the agent left does not answer. The same holds for an answer that is too large, takes too long or cannot be read,
because agents make the tables, views and functions that the query reads.
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
    """The limits of one query of grading.

    Attributes:
        seconds: The time of the server, and the time of waiting for a lock.
        rows: The rows of the answer, or the messages of a topic.
        size: The bytes of the answer.
        memory: The bytes that the server may use for it, if the engine counts them.
    """

    seconds: float = 30.0
    rows: int = 1_000_000
    size: int = 256 << 20
    memory: int = 3 << 30

    def take(self, rows: Iterable[Row]) -> list[Row]:
        """Return the rows of an iterator, within the limits.

        Raises:
            QueryError: There are too many rows, or their values are too large.
        """
        taken, size = [], 0
        for row in rows:
            size += sum(len(value) if isinstance(value, str | bytes) else _VALUE for value in row)
            taken.append(row)
            if len(taken) > self.rows:
                raise QueryError(f"the answer has more than {self.rows} rows")
            if size > self.size:
                raise QueryError(f"the answer has more than {self.size >> 20} MiB")
        return taken


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message, or the type of an error without a message."""
    lines = [one_line(line) for line in str(error)[: 8 * _MESSAGE].splitlines()]
    return next(filter(None, lines), type(error).__name__)[:_MESSAGE]


def median_seconds(run: Callable[[], object], repeats: int) -> float:
    """Return the median time of several runs in seconds; slow queries get fewer runs."""
    times: list[float] = []
    for _ in range(repeats):
        if sum(times) > _ENOUGH_SEC:
            break
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return sorted(times)[len(times) // 2]
