"""Stores the output of a process up to a limit, without ever blocking the process."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import IO

_CHUNK = 1 << 16


class Capture:
    """Copies a pipe to a file up to ``limit`` bytes, and drops everything after that.

    A process that prints a gigabyte therefore neither fills the disk nor blocks on a full pipe.
    """

    def __init__(self, pipe: IO[bytes], path: Path, limit: int) -> None:
        self._pipe = pipe
        self._path = path
        self._limit = limit
        self._dropped = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        self._thread = threading.Thread(target=self._copy, name=f"capture {path.name}", daemon=True)
        self._thread.start()

    def _copy(self) -> None:
        written = 0
        file = _open(self._path)
        while chunk := os.read(self._pipe.fileno(), _CHUNK):
            written_bytes = _write(file, chunk[: self._limit - written])
            written += written_bytes
            self._dropped += len(chunk) - written_bytes
        if self._dropped:
            _write(file, f"\n[headwater: {self._dropped} more bytes were not kept]\n".encode())
        if file >= 0:
            os.close(file)

    def finish(self, timeout_sec: float = 2.0) -> None:
        """Wait for the end of the output, unless a daemon keeps the pipe open."""
        self._thread.join(timeout_sec)


def _open(path: Path) -> int:
    """Open a file for writing. Return -1 if the disk is full, because the program must not wait for space."""
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)
    except OSError:
        return -1


def _write(file: int, data: bytes) -> int:
    """Write as much as the disk can hold, and return the number of bytes."""
    try:
        return os.write(file, data) if file >= 0 and data else 0
    except OSError:
        return 0
