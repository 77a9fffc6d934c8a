"""Hides which files in a starting state differ from its base, because finding them is part of the agent's task."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

_LARGE = 64 << 20
"""The file size in bytes above which files are not copied, because copies would cost more than they hide."""

_TIME = 1_751_328_000.0
"""2025-07-01, the time of a task's own files, which hides when its author changed each of them."""


def set_times(folder: Path) -> None:
    """Set the times of a folder and everything in it to a fixed time."""
    for path in (*folder.rglob("*"), folder):
        os.utime(path, (_TIME, _TIME), follow_symlinks=False)


def files_of(folder: Path) -> list[str]:
    """Return the relative paths of the regular files below a folder, sorted. Links are omitted."""
    paths = (Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return sorted(path.relative_to(folder).as_posix() for path in paths if path.is_file() and not path.is_symlink())


def normalize(base: Path, layer: Path, files: Iterable[str]) -> None:
    """Rewrite all files in a layer and its base in order, so that neither times nor inodes show which were changed.

    All files are written before the first is renamed, because the next file would otherwise reuse an inode that became
    free. Large files are not rewritten. Files of the base keep their modes.

    Args:
        base: The lower layer. All files get the time of this folder.
        layer: The upper layer, which contains the folders of the base. No process may still read through a mount of
            this layer.
        files: All files that are visible in the base and the layer together, by path.
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
