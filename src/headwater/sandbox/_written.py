"""Where a trial writes, with a limit on bytes and files: a file system of its own, or a folder that is watched."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.sandbox._disks import DiskRequest, attach_disk

_LEAST_BYTES = 64 << 20
_LEAST_PART = 100
"""A disk with less left is full: engines fail before the last block, and give some back when they do."""


@dataclass(frozen=True)
class Written:
    """A folder that takes what a trial writes.

    Attributes:
        path: Where to write.
        folder: Where it is to be in the end; the same if there is no file system of its own.
        limit_mb: How much it may take, in MiB.
        lacks: Why there is no file system of its own; empty if there is one.
    """

    path: Path
    folder: Path
    limit_mb: int
    lacks: str = ""

    @property
    def weakness(self) -> str:
        """What to say in a record; nothing if the kernel limits it."""
        if not self.lacks:
            return ""
        return f"what a trial writes is counted by a watcher, without a file system of its own: {self.lacks}"

    def watched(self, names: Iterable[str]) -> Mapping[Path, int]:
        """Return which of its folders somebody must watch, with what each may take; none that the kernel limits."""
        return {self.path / name: self.limit_mb for name in names} if self.lacks else {}

    def is_full(self) -> bool:
        """Whether its file system, if it has one, takes no more."""
        if self.lacks:
            return False
        found = os.statvfs(self.path)
        least = min(_LEAST_BYTES, found.f_blocks * found.f_frsize // 4)
        return found.f_bavail * found.f_frsize < least or found.f_favail * _LEAST_PART < found.f_files


def open_written(stage: Path, number: int, folder: Path, limit_mb: int, keep: Iterable[str]) -> Written:
    """Return where to write in place of ``folder``.

    Args:
        stage: On which a file system can be mounted.
        number: Of this one; no two of a stage have the same.
        folder: Where it is to be in the end.
        limit_mb: How much it may take, in MiB.
        keep: Its folders that are to be in ``folder`` when the cell has ended, however it ends.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = stage / f"disk-{number}"
    target.mkdir()
    if lacks := attach_disk(target, DiskRequest(folder, limit_mb, tuple(keep))):
        return Written(folder, folder, limit_mb, lacks)
    return Written(target, folder, limit_mb)
