"""Reads a trial's files as data. Links are not followed, and no more is read than can be shown."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ReadBytes:
    """Bytes that were read from a regular file.

    Attributes:
        size: The size of the whole file in bytes.
    """

    data: bytes
    size: int

    @property
    def text(self) -> str:
        """The bytes decoded as UTF-8, with invalid bytes replaced."""
        return self.data.decode(errors="replace")

    @property
    def is_text(self) -> bool:
        """Return whether the file is text rather than, for example, a database."""
        return b"\0" not in self.data


def read_start(path: Path, limit: int) -> ReadBytes | None:
    """Read at most ``limit`` bytes from the beginning of a file, or return None if ``path`` is not a regular file."""
    return _read(path, limit, tail=False)


def read_end(path: Path, limit: int) -> ReadBytes | None:
    """Read at most ``limit`` bytes from the end of a file, or return None if ``path`` is not a regular file."""
    return _read(path, limit, tail=True)


def _read(path: Path, limit: int, *, tail: bool) -> ReadBytes | None:
    try:
        # Links are not followed, and opening a named pipe does not block.
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with os.fdopen(fd, "rb") as file:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            return None
        if tail and status.st_size > limit:
            file.seek(-limit, os.SEEK_END)
        # Python allocates as many bytes as are requested, so no more than the file's size is requested.
        return ReadBytes(file.read(min(limit, status.st_size)), status.st_size)
