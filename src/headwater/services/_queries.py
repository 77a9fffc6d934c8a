"""What clients of all engines have in common: rows, refusals in one line, and how long a query takes.

A query that the server refuses raises ``QueryError``: in a check that is a failure, because the state that
the agent left does not answer, and not an error of the check.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from headwater.errors import HeadwaterError

Row = tuple[Any, ...]


class QueryError(HeadwaterError):
    """The server refused a query; the message is the server's first line."""


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message, or its type if it has none."""
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__


def median_seconds(run: Callable[[], object], repeats: int) -> float:
    """Return the median time of some runs in seconds."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return sorted(times)[len(times) // 2]
