"""Reserves disk space, so that even a trial that reaches its limit takes no space from other trials or from records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from headwater.records import TrialSpec
from headwater.tasks import Task
from headwater.trials import RESERVE_MIB, free_mib, require_room


class FileSystemRoom:
    """The space on one file system, with reservations for the running trials.

    Args:
        free: Returns the free space in MiB.
    """

    def __init__(self, free: Callable[[], int]) -> None:
        self._free = free
        self._reserved_mib = 0
        self.running = 0

    def is_for(self, limit_mib: int) -> bool:
        """Return whether another trial can start, even if all running trials write up to their limits.

        If no other trial runs, a trial can start with less space than its limit, because it can only affect itself.
        """
        # Space that running trials have already used is counted twice. This errs on the safe side.
        return not self.running or self._free() >= RESERVE_MIB + self._reserved_mib + limit_mib

    def begin(self, limit_mib: int) -> None:
        """Reserve space for a trial that is about to begin."""
        self.running += 1
        self._reserved_mib += limit_mib

    def end(self, limit_mib: int) -> None:
        """Free the space of a trial that has ended."""
        self.running -= 1
        self._reserved_mib -= limit_mib


class DiskSpace:
    """The file systems of a job and of this process's caches.

    Args:
        job: The job's folder.
        home: The cache folder.
        limits_mib: The space that trials of each task may take on this machine. 0 if the executor reserves it.
    """

    def __init__(self, job: Path, home: Path, limits_mib: Mapping[str, int]) -> None:
        self._folders = job, home
        self._limits_mib = limits_mib
        self._room = FileSystemRoom(lambda: free_mib(job))

    def begin(self, spec: TrialSpec) -> None:
        """Reserve space for a trial that is about to begin."""
        self._room.begin(self._limits_mib[spec.task])

    def end(self, spec: TrialSpec) -> None:
        """Free the space of a trial that has ended."""
        self._room.end(self._limits_mib[spec.task])

    def is_for(self, spec: TrialSpec) -> bool:
        """Return whether a trial can begin. See ``FileSystemRoom.is_for``.

        Raises:
            NoRoomError: No trial is running, but there is not even space for records.
        """
        if not self._room.running:
            for folder in self._folders:
                require_room(folder)
        return self._room.is_for(self._limits_mib[spec.task])


def disk_limits(tasks: Mapping[str, Task], *, elsewhere: bool) -> dict[str, int]:
    """Return the space in MiB that a trial of each task may take on this machine.

    Args:
        tasks: The tasks, keyed by reference.
        elsewhere: Whether the executor reserves the space, on the machines that run the trials.
    """
    return {ref: 0 if elsewhere else task.config.agent.disk_mb for ref, task in tasks.items()}
