"""Decides which trial of a job starts next, in time logarithmic in the number of waiting trials."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

from headwater.errors import UserError
from headwater.records import TrialSpec
from headwater.snapshots import SnapshotStore, start_digest
from headwater.tasks import Task

T = TypeVar("T", bound=Hashable)


class Queue(Generic[T]):
    """A thread-safe queue that contains, in the job's order, the trials that have not started.

    If a trial is building a starting state, other trials with that state are skipped until it exists. Those trials
    would only wait, and occupy workers that others could use.

    Args:
        trials: The trials, without duplicates.
        start_of: Returns the starting state of a trial. Empty if no other trial could wait for it.
        is_built: Whether a starting state existed before the job.
    """

    def __init__(
        self, trials: Sequence[T], start_of: Callable[[T], str], is_built: Callable[[str], bool] = lambda _: False
    ) -> None:
        self._trials = trials
        self._start_of = start_of
        self._is_built = is_built
        self._waiting = list(range(len(trials)))  # the list is sorted, so it is a heap
        self._passed_over: dict[str, list[int]] = {}
        self._builders: dict[str, T] = {}
        self._built: set[str] = set()
        # Reentrant, because ``built`` calls ``end``.
        self._lock = threading.RLock()

    def next(self) -> T | None:
        """Return the first trial that can start, or None if all remaining trials would wait."""
        with self._lock:
            while self._waiting:
                trial = self._trials[self._waiting[0]]
                start = self._start_of(trial)
                if start not in self._builders:
                    return trial
                self._passed_over.setdefault(start, []).append(heapq.heappop(self._waiting))
            return None

    def begin(self) -> bool:
        """Remove the next trial, and return whether it builds its starting state."""
        with self._lock:
            trial = self._trials[heapq.heappop(self._waiting)]
            start = self._start_of(trial)
            if not start or start in self._built or self._is_built(start):
                return False
            self._builders[start] = trial
            return True

    def built(self, trial: T) -> None:
        """Record that the starting state of a trial exists."""
        with self._lock:
            self._built.add(self._start_of(trial))
            self.end(trial)

    def end(self, trial: T) -> None:
        """Record that a trial has ended. If it could not build its starting state, another trial will try."""
        with self._lock:
            start = self._start_of(trial)
            if self._builders.get(start) == trial:
                del self._builders[start]
                # The heap puts the trials that were skipped back into the job's order.
                for each in self._passed_over.pop(start, ()):
                    heapq.heappush(self._waiting, each)

    def drop(self, is_dropped: Callable[[T], bool]) -> None:
        """Remove some of the remaining trials."""
        with self._lock:
            self._waiting = [each for each in self._waiting if not is_dropped(self._trials[each])]
            heapq.heapify(self._waiting)
            for start, passed_over in self._passed_over.items():
                self._passed_over[start] = [each for each in passed_over if not is_dropped(self._trials[each])]


def queue_of(specs: Sequence[TrialSpec], tasks: Mapping[str, Task], store: SnapshotStore) -> Queue[TrialSpec]:
    """Return a job's queue.

    Args:
        specs: Its trials.
        tasks: The trials' tasks, keyed by reference.
        store: The caches, which may already contain starting states.
    """
    digests: dict[str, str] = {}

    def start_of(spec: TrialSpec) -> str:
        if spec.task not in digests:
            try:
                digests[spec.task] = start_digest(tasks[spec.task])
            except (UserError, OSError):  # the trial itself will raise the same error
                digests[spec.task] = ""
        return digests[spec.task]

    return Queue(specs, start_of, store.has)
