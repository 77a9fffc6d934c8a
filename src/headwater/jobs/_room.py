"""Room on the disk: a trial that writes all that it may must not take it from another one, or from the records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from headwater.records import TrialSpec
from headwater.tasks import Task
from headwater.trials import RESERVE_MIB, free_mib, require_room


class Room:
    """The file systems of a job and of the caches."""

    def __init__(self, job: Path, home: Path, tasks: Mapping[str, Task]) -> None:
        self._job = job
        self._home = home
        self._tasks = tasks

    def is_for(self, spec: TrialSpec, running: Iterable[TrialSpec]) -> bool:
        """Whether a trial can begin beside those that run, even if each of them writes as much as it may.

        Alone, a trial can begin with less room than its limit: what it fills then is only its own.

        Raises:
            NoRoomError: None runs, and yet there is not even room for records.
        """
        beside = [self._limit_mib(each) for each in running]
        if beside:
            return free_mib(self._job) >= RESERVE_MIB + sum(beside) + self._limit_mib(spec)
        for folder in (self._job, self._home):
            require_room(folder)
        return True

    def _limit_mib(self, spec: TrialSpec) -> int:
        return self._tasks[spec.task].config.agent.disk_mb
