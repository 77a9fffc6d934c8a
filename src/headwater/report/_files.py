"""Read what a trial left, as data: nothing of it is followed, and no more of it than can be shown."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Read:
    """The bytes that were read of a regular file.

    Attributes:
        size: Of the whole file, in bytes.
    """

    data: bytes
    size: int

    @property
    def text(self) -> str:
        """The bytes as UTF-8, what is not being replaced."""
        return self.data.decode(errors="replace")

    @property
    def is_text(self) -> bool:
        """Whether it is text and not, for example, a database's file."""
        return b"\0" not in self.data


def read_start(path: Path, limit: int) -> Read | None:
    """Read at most ``limit`` bytes from the beginning of a regular file; None if there is none at ``path``."""
    return _read(path, limit, tail=False)


def read_end(path: Path, limit: int) -> Read | None:
    """Read at most ``limit`` bytes from the end of a regular file; None if there is none at ``path``."""
    return _read(path, limit, tail=True)


def _read(path: Path, limit: int, *, tail: bool) -> Read | None:
    try:
        # A link is not followed, and a named pipe does not wait for its writer.
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with os.fdopen(fd, "rb") as file:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            return None
        if tail and status.st_size > limit:
            file.seek(-limit, os.SEEK_END)
        # Python sets aside as many bytes as are asked for, whatever there is to read.
        return Read(file.read(min(limit, status.st_size)), status.st_size)
