"""Proves breaks ahead of their turn, in processes of their own, and hands the proofs out in their order."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType

from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._masks import Masks, counterfeits
from headwater.suites.warehouse.breaks._proof import Failure, Proof, prove

_AHEAD = 3
"""Breaks under way for each process: enough that none waits, few of them for nothing."""
_labs: list[tuple[Lab, Lab]] = []


class Pool:
    """A process for each core.

    Args:
        lab: Forked into each; no build of its own may be under way.
        other: The same, of another seed.
    """

    def __init__(self, lab: Lab, other: Lab) -> None:
        _labs[:] = [(lab, other)]
        self._count = len(os.sched_getaffinity(0))
        self._pool = ProcessPoolExecutor(self._count, mp_context=multiprocessing.get_context("fork"))

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)
        _labs.clear()

    def proofs(self, breaks: Iterator[Break], wants: Callable[[Break], bool]) -> Iterator[tuple[Break, Proof]]:
        """Yield each break that is wanted with its proof, in the order given, whatever the number of processes.

        Args:
            breaks: Which.
            wants: Whether a break is still wanted; asked before it is proven and again when it is its turn, so what
                it once refuses it must go on refusing.

        Raises:
            InvalidFileError: A break's edits do not fit the project.
        """
        under_way: deque[tuple[Break, Future[Proof]]] = deque()
        while True:
            while len(under_way) < self._count * _AHEAD and (one := next(filter(wants, breaks), None)) is not None:
                under_way.append((one, self._pool.submit(_prove, one)))
            if not under_way:
                return
            one, future = under_way.popleft()
            if wants(one):
                yield one, future.result()

    def masks(self, proof: Proof, failure: Failure) -> Future[Masks]:
        """Try the masks of a break."""
        return self._pool.submit(_mask, proof, failure)


def _prove(one: Break) -> Proof:
    lab, other = _labs[0]
    return prove(lab, one, other)


def _mask(proof: Proof, failure: Failure) -> Masks:
    return counterfeits(_labs[0][0], proof, failure)
