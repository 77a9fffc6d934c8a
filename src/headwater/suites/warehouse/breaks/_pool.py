"""Proves breaks in advance, in separate processes, and returns the proofs in order."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType

from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._masks import Answers, answers
from headwater.suites.warehouse.breaks._proof import BreakProof, Failure, prove

_AHEAD = 3
"""The number of breaks queued for each process, which keeps all of them busy and wastes few proofs."""
# Forked processes inherit the labs, so the labs need not be pickled.
_labs: list[tuple[Lab, Lab]] = []


class LabPool:
    """A pool with one process per core.

    Args:
        lab: The lab that is forked into each process. It must not be building at that time.
        other: The lab for the company with another seed.
    """

    def __init__(self, lab: Lab, other: Lab) -> None:
        _labs[:] = [(lab, other)]
        self._count = len(os.sched_getaffinity(0))
        self._pool = ProcessPoolExecutor(self._count, mp_context=multiprocessing.get_context("fork"))

    def __enter__(self) -> LabPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)
        _labs.clear()

    def proofs(self, breaks: Iterator[Break], wants: Callable[[Break], bool]) -> Iterator[tuple[Break, BreakProof]]:
        """Yield each wanted break with its proof, in the given order, regardless of the number of processes.

        Args:
            breaks: The breaks.
            wants: Returns whether a break is still wanted. It is called before the proof and again when the break's
                turn comes. Once it has returned false for a break, it must always return false for that break.

        Raises:
            InvalidFileError: A break's edits do not fit the project.
        """
        under_way: deque[tuple[Break, Future[BreakProof]]] = deque()
        while True:
            while len(under_way) < self._count * _AHEAD and (one := next(filter(wants, breaks), None)) is not None:
                under_way.append((one, self._pool.submit(_prove, one)))
            if not under_way:
                return
            one, future = under_way.popleft()
            if wants(one):
                yield one, future.result()

    def answers(self, proof: BreakProof, failure: Failure) -> Future[Answers]:
        """Try the masks and alternatives of a break."""
        return self._pool.submit(_answer, proof, failure)


def _prove(one: Break) -> BreakProof:
    lab, other = _labs[0]
    return prove(lab, one, other)


def _answer(proof: BreakProof, failure: Failure) -> Answers:
    return answers(_labs[0][0], proof, failure)
