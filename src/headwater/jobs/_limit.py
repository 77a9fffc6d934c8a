"""Keeps the cache of starting states within its size limit, even while a job runs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from headwater.errors import OptionError
from headwater.records import TrialSpec
from headwater.snapshots import SnapshotStore, start_digest
from headwater.tasks import Task
from headwater.trials import Finished

_CACHE_GB = 20.0


class CacheLimit:
    """Limits the size of the cache. While a job runs, only starting states that it no longer needs are removed.

    Raises:
        OptionError: The size limit is not a number.
    """

    def __init__(self, store: SnapshotStore, tasks: Mapping[str, Task], specs: Iterable[TrialSpec]) -> None:
        self._store = store
        self._tasks = tasks
        self._bytes = _limit_bytes()
        self._to_come = Counter(spec.task for spec in specs)
        self._starts: dict[str, str] = {}

    def finished(self, trial: Finished) -> None:
        """Count a finished trial. If it was the last one for its task, free space."""
        task = trial.record.spec.task
        self._to_come[task] -= 1
        if self._to_come[task]:
            return
        snapshots = self._store.all()
        excess_bytes = sum(snapshot.manifest.size_bytes for snapshot in snapshots) - self._bytes
        if excess_bytes <= 0:
            return
        done = self._starts_of(lambda to_come: not to_come) - self._starts_of(bool)  # tasks can share a starting state
        for snapshot in snapshots:
            if excess_bytes > 0 and snapshot.folder.name in done and self._store.remove(snapshot):
                excess_bytes -= snapshot.manifest.size_bytes

    def _starts_of(self, chosen: Callable[[int], bool]) -> set[str]:
        refs = [ref for ref, to_come in self._to_come.items() if chosen(to_come)]
        for ref in refs:
            if ref not in self._starts:
                self._starts[ref] = start_digest(self._tasks[ref])
        return {self._starts[ref] for ref in refs}

    def end(self) -> None:
        """Remove the least recently used states of all jobs until the cache is within its limit."""
        self._store.prune(self._bytes)


def _limit_bytes() -> int:
    chosen = os.environ.get("HEADWATER_CACHE_GB", str(_CACHE_GB))
    try:
        return int(float(chosen) * (1 << 30))
    except ValueError:
        raise OptionError(
            "not a number of gigabytes", where=f"HEADWATER_CACHE_GB={chosen}", fix="for example 20"
        ) from None
