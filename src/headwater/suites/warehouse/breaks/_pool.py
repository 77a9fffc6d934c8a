"""Proves breaks ahead of their turn, in processes of their own, and hands the proofs out in their order."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor

from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._proof import Proof, prove

_AHEAD = 3
"""Breaks under way for each process: enough that none waits, few of them for nothing."""
_labs: list[Lab] = []


def proofs(lab: Lab, breaks: Iterable[Break], wants: Callable[[Break], bool]) -> Iterator[tuple[Break, Proof]]:
    """Yield each break that is wanted with its proof, in the order given, whatever the number of processes.

    Args:
        lab: Forked into each process; no build of its own may be under way.
        breaks: Which.
        wants: Whether a break is still wanted; asked before it is proven and again when it is its turn, so what it
            once refuses it must go on refusing.

    Raises:
        UserError: A break's edits do not fit the project.
    """
    _labs[:] = [lab]
    count = len(os.sched_getaffinity(0))
    pool = ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("fork"))
    waiting = iter(breaks)
    under_way: deque[tuple[Break, Future[Proof]]] = deque()
    try:
        while True:
            while len(under_way) < count * _AHEAD and (one := next(filter(wants, waiting), None)) is not None:
                under_way.append((one, pool.submit(_prove, one)))
            if not under_way:
                return
            one, future = under_way.popleft()
            if wants(one):
                yield one, future.result()
    finally:
        pool.shutdown(cancel_futures=True)
        _labs.clear()


def _prove(one: Break) -> Proof:
    return prove(_labs[0], one)
