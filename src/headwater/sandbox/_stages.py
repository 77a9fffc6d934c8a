"""Provides each cell with its own folder if an engine outside the cell must see the back end's mounts.

A process that uses a stage holds a lock on its folder, and so do the processes that it forks. A stage without a lock
belongs to a dead cell, even if a new process has the cell's process id.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from headwater.sandbox import _linux

_ROOT = Path("/run/headwater")
_locks: list[int] = []


def make_stage(name: str) -> Path:
    """Make a stage that stays in use until this process and all its forks have ended."""
    stage = _ROOT / name
    with _stages_lock():
        stage.mkdir()
        # Forks inherit the open file and thus its lock. Other programs do not, because the descriptor is closed on
        # exec.
        _locks.append(os.open(stage, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
        fcntl.flock(_locks[-1], fcntl.LOCK_EX)
    return stage


@contextmanager
def removing(name: str) -> Iterator[None]:
    """Unmount everything on a stage, if it exists, and remove the stage unless the block raises.

    The stage of a cell that could not be ended therefore stays until the next sweep.
    """
    stage = _ROOT / name
    try:
        yield
    finally:
        if stage.exists():
            _clear(stage)


def _clear(stage: Path) -> None:
    # A mount can be inside another, so the newest is unmounted first.
    for target in reversed(_mounts_below(stage)):
        _linux.unmount(target)
    # All content was on mounts, so only mount points that a slow daemon created late can be left. Removal must never
    # follow a mount.
    if not _mounts_below(stage):
        subprocess.run(["rm", "-rf", "--one-file-system", "--", str(stage)], check=False, capture_output=True)


@contextmanager
def stages() -> Iterator[tuple[list[str], list[str]]]:
    """Yield the unused stages and those in use. No stage is created inside the block."""
    if not _ROOT.is_dir() or not os.access(_ROOT, os.W_OK):
        yield [], []
        return
    with _stages_lock():
        names = sorted(stage.name for stage in _ROOT.iterdir())
        dead = [name for name in names if _is_free(_ROOT / name)]
        yield dead, [name for name in names if name not in dead]


@contextmanager
def _stages_lock() -> Iterator[None]:
    """Hold the lock on the folder that contains all stages, because a stage is created in two steps."""
    _ROOT.mkdir(mode=0o700, exist_ok=True)
    lock = os.open(_ROOT, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _is_free(stage: Path) -> bool:
    folder = os.open(stage, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(folder)
    return True


def _mounts_below(folder: Path) -> list[Path]:
    """Return the mounts on and below a folder, in the order of their creation."""
    lines = Path("/proc/self/mountinfo").read_text().splitlines()
    targets = [Path(line.split()[4]) for line in lines]
    return [target for target in targets if target.is_relative_to(folder)]
