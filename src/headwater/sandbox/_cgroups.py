"""Limits the resources that a process and all its children use together, with version 1 or version 2 control groups.

The agent and the services are in different groups, so that the kernel never kills a service when the agent runs out of
memory.
"""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from headwater.sandbox._limits import ResourceLimits

_ROOT = Path("/sys/fs/cgroup")
_PREFIX = "headwater-"
_cell = "none"
_V1 = ("memory", "pids", "cpu")
_CPU_PERIOD_US = 100_000


@dataclass(frozen=True)
class Hierarchy:
    """The folders in which this machine allows new groups: one folder in v2, and one per controller in v1."""

    version: int
    parents: tuple[Path, ...]


class ControlGroup:
    """A set of limits. Processes join the group as they start."""

    def __init__(self, hierarchy: Hierarchy, name: str, limits: ResourceLimits) -> None:
        self._folders = [parent / f"{_PREFIX}{_cell}-{name}" for parent in hierarchy.parents]
        for folder in self._folders:
            folder.mkdir()
        settings = _v2_settings(limits) if hierarchy.version == 2 else _v1_settings(limits)
        for file, value in settings.items():
            for folder in self._folders:
                # In version 1, each controller's folder contains only that controller's files.
                if (folder / file).exists():
                    (folder / file).write_text(value)

    @property
    def join_files(self) -> tuple[str, ...]:
        """The files that a process writes ``0`` to in order to join the group."""
        return tuple(str(folder / "cgroup.procs") for folder in self._folders)

    def out_of_memory_kills(self) -> int:
        """Return the number of processes that the kernel killed because the group exceeded its memory limit."""
        for folder in self._folders:
            for name in ("memory.events", "memory.oom_control"):
                if (folder / name).exists():
                    counts = dict(line.split() for line in (folder / name).read_text().splitlines())
                    return int(counts.get("oom_kill", 0))
        return 0


def remove(folder: Path) -> None:
    """Remove a group whose processes are dying. A group that is still in use is not removed."""
    for _ in range(50):
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            time.sleep(0.02)
        else:
            return


def _v1_settings(limits: ResourceLimits) -> dict[str, str]:
    return {
        "memory.limit_in_bytes": str(limits.memory_mb << 20),
        # Version 1 limits swap only if the kernel counts it. Counting can be disabled, so the group avoids swap.
        "memory.swappiness": "0",
        "pids.max": str(limits.processes),
        "cpu.cfs_period_us": str(_CPU_PERIOD_US),
        "cpu.cfs_quota_us": str(int(limits.cpus * _CPU_PERIOD_US)),
    }


def _v2_settings(limits: ResourceLimits) -> dict[str, str]:
    return {
        "memory.max": str(limits.memory_mb << 20),
        "memory.swap.max": "0",
        "pids.max": str(limits.processes),
        "cpu.max": f"{int(limits.cpus * _CPU_PERIOD_US)} {_CPU_PERIOD_US}",
    }


@cache
def find_hierarchy() -> Hierarchy | None:
    """Return the hierarchy in which this process can create groups, or None if there is none."""
    v1 = tuple(_ROOT / controller for controller in _V1)
    if all(os.access(folder / "cgroup.procs", os.W_OK) for folder in v1):
        return Hierarchy(1, v1)
    if (_ROOT / "cgroup.controllers").exists():
        return next((Hierarchy(2, (folder,)) for folder in _v2_candidates() if _can_delegate(folder)), None)
    return None


def _v2_candidates() -> list[Path]:
    own = Path("/proc/self/cgroup").read_text().strip().rsplit(":", 1)[-1].lstrip("/")
    folder = _ROOT / own
    return [folder, *(parent for parent in folder.parents if parent.is_relative_to(_ROOT))]


def _can_delegate(folder: Path) -> bool:
    try:
        (folder / "cgroup.subtree_control").write_text("+memory +pids +cpu")
        probe = folder / f"{_PREFIX}probe-{os.getpid()}"
        probe.mkdir()
    except OSError:
        return False
    try:
        # The right to create a group is not enough, because the kernel moves a process only if this user may write
        # to the common ancestor of both groups.
        child = os.fork()
        if child == 0:
            joined = 1
            with contextlib.suppress(OSError):
                (probe / "cgroup.procs").write_text("0")
                joined = 0
            os._exit(joined)
        return os.waitpid(child, 0)[1] == 0
    finally:
        remove(probe)


def name_groups(cell: str) -> None:
    """Set the cell whose name becomes part of this process's group names."""
    global _cell
    _cell = cell


def remove_groups(cell: str) -> None:
    """Remove a cell's groups once its processes are dead. The kernel may need a moment to release them."""
    for folder in _folders(f"{_PREFIX}{cell}-*"):
        remove(folder)


def sweep() -> None:
    """Remove groups that a killed guardian left behind.

    The kernel does not remove a group that is in use. A new group is not in use yet, so only groups whose creator is
    dead are removed. The creator's process id is part of the group's name.
    """
    for folder in _folders(f"{_PREFIX}*"):
        maker = next((part for part in folder.name.split("-") if part.isdigit()), "")
        if maker and Path("/proc", maker).exists():
            continue
        with contextlib.suppress(OSError):
            folder.rmdir()


def _folders(pattern: str) -> list[Path]:
    hierarchy = find_hierarchy()
    return [folder for parent in hierarchy.parents for folder in parent.glob(pattern)] if hierarchy else []
