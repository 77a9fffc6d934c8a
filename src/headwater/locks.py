"""Provides locks between Headwater processes that share a cache. The kernel releases a lock when its holder dies."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from headwater.caches import FIX, home
from headwater.errors import FileAccessError


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold the lock at ``path`` exclusively, waiting for other holders first."""
    with _open(path) as fd:
        # flock locks the open file, not the process, so threads exclude each other as well, and closing another
        # descriptor of the same file keeps the lock. The kernel releases the lock when the last descriptor is closed.
        fcntl.flock(fd, fcntl.LOCK_EX)
        yield


@contextmanager
def shared(path: Path) -> Iterator[None]:
    """Hold the lock at ``path`` alongside other readers, so that no process removes what the lock protects."""
    with _open(path) as fd:
        fcntl.flock(fd, fcntl.LOCK_SH)
        yield


@contextmanager
def exclusive_if_free(path: Path) -> Iterator[bool]:
    """Take the lock at ``path`` exclusively without waiting, and yield whether this was possible."""
    with _open(path) as fd:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


@contextmanager
def _open(path: Path) -> Iterator[int]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Append mode creates a missing file and does not truncate an existing one.
        file = path.open("a")
    except OSError as error:
        raise FileAccessError(
            f"cannot be written ({error.strerror})",
            where=path.parent,
            fix=FIX if path.is_relative_to(home()) else "choose another folder with --out",
        ) from None
    with file:
        yield file.fileno()
