"""Reserves disk space: a trial that writes up to its limit must not take space from other trials or from records."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from headwater.records import TrialSpec
from headwater.tasks import Task
from headwater.trials import RESERVE_MIB, free_mib, require_room


class DiskSpace:
    """The file systems of a job and of the caches."""

    def __init__(self, job: Path, home: Path, tasks: Mapping[str, Task]) -> None:
        self._job = job
        self._home = home
        self._tasks = tasks
        self._running = 0
        self._reserved_mib = 0

    def begin(self, spec: TrialSpec) -> None:
        """Reserve the space of a trial that begins."""
        self._running += 1
        self._reserved_mib += self._limit_mib(spec)

    def end(self, spec: TrialSpec) -> None:
        """Free the space of a trial that has ended."""
        self._running -= 1
        self._reserved_mib -= self._limit_mib(spec)

    def is_for(self, spec: TrialSpec) -> bool:
        """Return whether a trial can begin next to the running ones, even if all of them write up to their limits.

        If no other trial runs, it can begin with less space than its limit, because it can only fill up its own space.

        Raises:
            NoRoomError: No trial runs, but there is not even space for records.
        """
        if self._running:
            return free_mib(self._job) >= RESERVE_MIB + self._reserved_mib + self._limit_mib(spec)
        for folder in (self._job, self._home):
            require_room(folder)
        return True

    def _limit_mib(self, spec: TrialSpec) -> int:
        return self._tasks[spec.task].config.agent.disk_mb
