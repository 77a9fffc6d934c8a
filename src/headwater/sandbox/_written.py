"""Gives a trial a writable folder with a limit on bytes and files: a separate file system, or a watched folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.sandbox._disks import DiskRequest, attach_disk

_LEAST_BYTES = 64 << 20
_LEAST_PART = 100
"""A disk is full with less than these bytes or 1 / 100 of its files left, because engines fail before zero."""


@dataclass(frozen=True)
class Written:
    """A folder to which a trial writes.

    Attributes:
        path: The path for writing.
        folder: The path at which the files are kept. Equal to ``path`` if there is no separate file system.
        limit_mb: The size limit in MiB.
        lacks: The reason why there is no separate file system. Empty if there is one.
    """

    path: Path
    folder: Path
    limit_mb: int
    lacks: str = ""

    @property
    def weakness(self) -> str:
        """A description of the weaker limit, for the trial's record. Empty if the kernel enforces the limit."""
        if not self.lacks:
            return ""
        return f"what a trial writes is counted by a watcher, without a file system of its own: {self.lacks}"

    def watched(self, names: Iterable[str]) -> Mapping[Path, int]:
        """Return the folders that must be watched, with their limits. If the kernel enforces the limit, return none."""
        return {self.path / name: self.limit_mb for name in names} if self.lacks else {}

    def is_full(self) -> bool:
        """Return whether the folder has a separate file system that is full."""
        if self.lacks:
            return False
        found = os.statvfs(self.path)
        least = min(_LEAST_BYTES, found.f_blocks * found.f_frsize // 4)
        return found.f_bavail * found.f_frsize < least or found.f_favail * _LEAST_PART < found.f_files


def open_written(stage: Path, number: int, folder: Path, limit_mb: int, keep: Iterable[str]) -> Written:
    """Create a folder to which a trial can write instead of ``folder``.

    Args:
        stage: The folder in which a file system can be mounted.
        number: The number of the folder, which is unique within a stage.
        folder: The path at which the files are kept.
        limit_mb: The size limit in MiB.
        keep: The folders that are copied to ``folder`` when the cell ends, even if the cell is killed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = stage / f"disk-{number}"
    target.mkdir()
    if lacks := attach_disk(target, DiskRequest(folder, limit_mb, tuple(keep))):
        return Written(folder, folder, limit_mb, lacks)
    return Written(target, folder, limit_mb)
