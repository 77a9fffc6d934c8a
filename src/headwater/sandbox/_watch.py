"""Waits for a process, and stops waiting when the process runs too long or writes too much."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from headwater.sandbox._disks import files_for
from headwater.sandbox._overlay import disk_usage
from headwater.sandbox._protocol import SandboxProcess

_POLL_SEC = 0.05
_DISK_SEC = 0.25
_ASK_SEC = 1.0
"""The minimum time between two calls of ``uncounted_sec``."""


class Bound(StrEnum):
    """A kind of limit that a process can exceed."""

    TIME = "time"
    DISK = "disk"


class ExceededLimit(NamedTuple):
    """The first limit that a process exceeded."""

    bound: Bound
    message: str


def wait_within(
    process: SandboxProcess,
    timeout_sec: float,
    disk_mb: Mapping[Path, int],
    uncounted_sec: Callable[[], float] = lambda: 0.0,
) -> ExceededLimit | None:
    """Wait for the end of a process, or for the first limit that it exceeds. This does not kill the process.

    Args:
        process: The running process.
        timeout_sec: The time that the process may run.
        disk_mb: The limit of each folder whose size no file system limits.
        uncounted_sec: Returns how many seconds so far do not count. This is called when ``timeout_sec`` is over, and
            again when the added time is over.
    """
    started = time.monotonic()
    ask_at = started + timeout_sec
    next_look = started + _DISK_SEC
    while not process.wait(_POLL_SEC):
        now = time.monotonic()
        if now > ask_at:
            uncounted = uncounted_sec()
            over_at = started + timeout_sec + uncounted
            if now > over_at:
                waiting = f", without {uncounted:.0f} s of waiting" if uncounted >= 1 else ""
                return ExceededLimit(Bound.TIME, f"ran longer than {timeout_sec:g} s{waiting}")
            ask_at = max(over_at, now + _ASK_SEC)
        if now > next_look:
            for folder, limit in disk_mb.items():
                if excess := _excess(folder, limit):
                    return ExceededLimit(Bound.DISK, excess)
            # Counting many files takes long, so the pause between counts grows with it.
            next_look = now + max(_DISK_SEC, 5 * (time.monotonic() - now))
    return None


def _excess(folder: Path, limit_mb: int) -> str:
    """Describe the limit that a folder exceeds, or return an empty string."""
    used = disk_usage(folder)
    if used.size_bytes > limit_mb << 20:
        return f"wrote {used.size_bytes >> 20} MiB to {folder.name}, more than {limit_mb} MiB"
    if used.files > files_for(limit_mb):
        return f"made {used.files} files in {folder.name}, more than {files_for(limit_mb)}"
    return ""
