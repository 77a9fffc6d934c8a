"""Make a starting state on a base say nothing of where it was changed: the change is what an agent has to find."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

_LARGE = 64 << 20
"""Bytes; to write more again costs each starting state more than it hides."""

_TIME = 1_751_328_000.0
"""2025-07-01, for files of a task's own: when its author changed which of them is nobody's business."""


def set_times(folder: Path) -> None:
    """Give a folder and all in it one time."""
    for path in (*folder.rglob("*"), folder):
        os.utime(path, (_TIME, _TIME), follow_symlinks=False)


def files_of(folder: Path) -> list[str]:
    """Return the regular files below a folder, sorted, by path relative to it; links are none."""
    paths = (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return sorted(path.relative_to(folder).as_posix() for path in paths if path.is_file() and not path.is_symlink())


def even_out(base: Path, layer: Path, files: Iterable[str]) -> None:
    """Write every file of a layer on a base again, in order, so that neither times nor inodes tell which were changed.

    All are written before the first takes its place: an inode that became free would be the next one's. Large files
    stay where they are. What is in the base has the mode that it has there.

    Args:
        base: What lies below; all gets the time of this folder.
        layer: Has the folders of the base; nobody reads through a mount of it any more.
        files: All that base and layer together show, by path.
    """
    written = []
    for name in files:
        now = layer / name if (layer / name).exists() else base / name
        if now.stat().st_size <= _LARGE:
            shutil.copyfile(now, layer / f"{name}.new")
            shutil.copymode(base / name if (base / name).is_file() else now, layer / f"{name}.new")
            written.append(name)
    for name in written:
        (layer / f"{name}.new").rename(layer / name)
    time = base.stat().st_mtime
    for parent, _, names in os.walk(layer):
        for path in (parent, *(f"{parent}/{name}" for name in names)):
            os.utime(path, (time, time), follow_symlinks=False)
