"""Finds how much memory Headwater may use, and limits the memory of a process that reads agent output."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from pathlib import Path

_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")


def machine_memory() -> int:
    """Return the memory of this machine in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def usable_memory() -> int:
    """Return the bytes of memory that this process and others in its control groups, such as a container, may use.

    This is the least limit of its groups and of the groups that contain them, in version 1 or 2, or the memory of the
    machine if that is less.
    """
    return min([machine_memory(), *_limits()])


def _limits() -> Iterator[int]:
    lines = _OWN_GROUPS.read_text().splitlines() if _OWN_GROUPS.exists() else []
    for _, controllers, own in (line.split(":", 2) for line in lines):
        if controllers and "memory" not in controllers.split(","):
            continue
        mount, name = (_GROUPS / "memory", "memory.limit_in_bytes") if controllers else (_GROUPS, "memory.max")
        group = mount / own.lstrip("/")
        # A container sees only its own part of the hierarchy, at the mount point, so some of these do not exist.
        for folder in (group, *group.parents):
            file = folder / name
            if folder.is_relative_to(mount) and file.exists() and (limit := file.read_text().strip()) != "max":
                yield int(limit)


def limit_memory(beyond: int) -> None:
    """Limit this process to this many bytes beyond its present size. Exceeding the limit raises ``MemoryError``.

    Only the soft limit is set. Programs that the process starts may raise it again, because they have their own limits.
    """
    lines = Path("/proc/self/status").read_text().splitlines()
    data = next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmData:"))
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    soft = data + beyond
    resource.setrlimit(resource.RLIMIT_DATA, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
