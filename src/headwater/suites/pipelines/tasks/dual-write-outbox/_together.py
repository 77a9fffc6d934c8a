"""Play scenarios at the same time, each in a copy of its own, because each mostly waits for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache, wraps
from threading import Lock
from typing import Any, TypeVar

from _truth import start_faults

from headwater.grading import Graded, State

_AT_ONCE = 4
_T = TypeVar("_T")
_played: list[Callable[[Graded], Any]] = []
_opening, _starting = Lock(), Lock()


def together(play: Callable[[Graded], _T]) -> Callable[[Graded], _T]:
    """Return a function that returns the outcome of a scenario. The first call starts all scenarios of this kind.

    They start in their order, so a scenario may wait for the outcome of an earlier one.
    """
    _played.append(play)

    @wraps(play)
    def outcome(graded: Graded) -> _T:
        with _starting:
            futures = _start(graded)
        result: _T = futures[play].result()
        return result

    return outcome


@cache
def _start(graded: Graded) -> dict[Callable[[Graded], Any], Future[Any]]:
    start_faults(graded)  # opens the starting state, which all scenarios read
    pool = ThreadPoolExecutor(_AT_ONCE)
    futures = {play: pool.submit(play, graded) for play in _played}
    pool.shutdown(wait=False)
    return futures


@contextmanager
def copy_of(graded: Graded) -> Iterator[State]:
    """Yield a copy of the agent output, like `Graded.copy`, which only one thread may open at a time."""
    with ExitStack() as stack:
        with _opening:
            copy = stack.enter_context(graded.copy())
        yield copy
