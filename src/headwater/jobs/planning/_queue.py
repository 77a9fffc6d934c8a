"""Decides which planned trial begins next, by the rules of ``jobs._queue`` and in logarithmic time."""

from __future__ import annotations

import heapq
from collections.abc import Sequence


class PlannedQueue:
    """The trials that have not begun, in order; those whose starting state another trial builds are skipped.

    Args:
        starts: The starting state of each trial.
        unbuilt: The starting states that nobody has built.
    """

    def __init__(self, starts: Sequence[str], unbuilt: set[str]) -> None:
        self._starts = starts
        self._unbuilt = unbuilt
        self._builders: dict[str, int] = {}
        self._waiting = list(range(len(starts)))  # in order, so it is a heap
        self._passed_over: dict[str, list[int]] = {}

    def next(self) -> int | None:
        """Return the first trial that can begin."""
        while self._waiting:
            trial = self._waiting[0]
            start = self._starts[trial]
            if start not in self._builders:
                return trial
            self._passed_over.setdefault(start, []).append(heapq.heappop(self._waiting))
        return None

    def begin(self, trial: int) -> bool:
        """Remove the next trial, and return whether it builds its starting state."""
        heapq.heappop(self._waiting)
        start = self._starts[trial]
        if start not in self._unbuilt:
            return False
        self._builders[start] = trial
        return True

    def built(self, trial: int) -> None:
        """Note that a trial has built its starting state."""
        self._unbuilt.discard(self._starts[trial])
        self.ended(trial)

    def ended(self, trial: int) -> None:
        """Note that a trial has ended; if it could not build its starting state, another one will."""
        start = self._starts[trial]
        if self._builders.get(start) == trial:
            del self._builders[start]
            for each in self._passed_over.pop(start, ()):
                heapq.heappush(self._waiting, each)
