"""Waiting for a process that may run too long or write too much."""

from __future__ import annotations

import time
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from headwater.sandbox._overlay import disk_usage
from headwater.sandbox._protocol import Process

_POLL_SEC = 0.05
_DISK_SEC = 0.25


class Bound(StrEnum):
    """What a process can have too much of."""

    TIME = "time"
    DISK = "disk"


class Broken(NamedTuple):
    """The first limit that a process broke."""

    bound: Bound
    message: str


def wait_within(process: Process, timeout_sec: float, disk_mb: Mapping[Path, int]) -> Broken | None:
    """Wait for the end of a process, or for the first limit that it breaks; it is not killed then.

    Args:
        process: What runs.
        timeout_sec: For how long it may.
        disk_mb: How much may be on disk below each folder.
    """
    started = time.monotonic()
    next_look = started + _DISK_SEC
    while not process.wait(_POLL_SEC):
        now = time.monotonic()
        if now - started > timeout_sec:
            return Broken(Bound.TIME, f"ran longer than {timeout_sec:g} s")
        if now > next_look:
            for folder, limit in disk_mb.items():
                used = disk_usage(folder) >> 20
                if used > limit:
                    return Broken(Bound.DISK, f"wrote {used} MiB to {folder.name}, more than {limit} MiB")
            # A look at many files takes long; most of the time is the process's.
            next_look = now + max(_DISK_SEC, 5 * (time.monotonic() - now))
    return None
