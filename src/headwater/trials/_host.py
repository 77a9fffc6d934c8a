"""Measures the host, to distinguish faults of the host from faults that an agent can cause.

Measurements of memory are taken after all processes of the trial have ended, because their memory is free again by
then. Disk space is also sampled during the trial, because other processes can fill a file system and free it again
before the trial ends. The space that the trial itself uses is known, and is compared with the space that is missing.
Therefore no agent can make these measurements explain a fault that it caused.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from headwater.errors import NoRoomError
from headwater.records import DiskEvidence, HostEvidence
from headwater.sandbox import disk_usage, space_of_disks

RESERVE_MIB = 64
"""The free space that a file system needs for writing records and freezing states."""
_LEAST_INODES = 1000
_LEAST_MEMORY = 0.05
"""The fraction of available memory below which the kernel is about to kill processes."""
_MOST_STALLED_PCT = 20.0
_WINDOW_SEC = 1.0
_SAMPLE_SEC = 0.25
_PRESSURE = Path("/proc/pressure/memory")


def require_room(folder: Path) -> None:
    """Raise an error unless the file system has room for records.

    Raises:
        NoRoomError: The file system has too little free space.
    """
    free = free_mib(folder)
    if free < RESERVE_MIB:
        raise NoRoomError(
            f"{free} MiB free on its file system, and {RESERVE_MIB} are needed", where=folder, fix="make room"
        )
    found = os.statvfs(folder)
    # File systems without a fixed number of files, such as Btrfs, report 0.
    if found.f_files and found.f_favail < _LEAST_INODES:
        raise NoRoomError(
            f"its file system has room for only {found.f_favail} more files", where=folder, fix="make room"
        )


def free_mib(folder: Path) -> int:
    """Return the number of MiB that this process can still write to a folder's file system."""
    found = os.statvfs(folder)
    # Only root may use the blocks that the file system reserves.
    return ((found.f_bfree if os.geteuid() == 0 else found.f_bavail) * found.f_frsize) >> 20


class HostWatch:
    """Watches the host during one attempt of a trial, beginning when this object is created.

    Within a ``with`` block it also samples the free space.

    Args:
        job: The folder to which the trial is written.
        home: The cache folder. Agents do not write to this folder.
        written: The folder that contains everything that the trial writes. It is empty or missing at the start.
    """

    def __init__(self, job: Path, home: Path, written: Path) -> None:
        same = job.stat().st_dev == home.stat().st_dev
        self._places: Mapping[Literal["job", "home"], Path] = {"job": job} if same else {"job": job, "home": home}
        self._written = written
        self._free_at_start = {place: free_mib(folder) for place, folder in self._places.items()}
        self._filled: DiskEvidence | None = None
        self._ended = threading.Event()
        self._sampling = threading.Thread(target=self._sample, name="free space", daemon=True)

    def __enter__(self) -> Self:
        """Start sampling."""
        self._sampling.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End sampling. The samples are kept."""
        self._ended.set()
        self._sampling.join()

    def _sample(self) -> None:
        """Keep the first sample that shows that other processes have filled a file system.

        If no file system limits what the trial writes, it can hold space in files that it has deleted. This space would
        be attributed to other processes, so there are no samples then.
        """
        while self._filled is None and not self._ended.wait(_SAMPLE_SEC):
            if self.is_short() and space_of_disks(self._written) is not None:
                self._filled = next(filter(is_filled_from_outside, self._disks()), None)

    def check_room(self) -> None:
        """Raise an error if other processes have filled a file system. The test is cheap while there is room.

        Raises:
            NoRoomError: Other processes have filled a file system, or had filled it when it was sampled.
        """
        self._require(self._disks() if self.is_short() else ())

    def is_short(self) -> bool:
        """Return whether a file system lacks room for records."""
        return any(free_mib(folder) < RESERVE_MIB for folder in self._places.values())

    def measure(self) -> HostEvidence:
        """Measure the host now. This takes one second."""
        disks = self._disks()
        stalled = _stalled_pct()
        total, available = _memory_mib()
        return HostEvidence(
            measured_at=datetime.now(UTC),
            disks=disks,
            memory_total_mib=total,
            memory_available_mib=available,
            memory_stalled_pct=stalled,
            explains=_explain_memory(total, available, stalled),
        )

    def require_room(self, evidence: HostEvidence) -> None:
        """Raise an error if this evidence shows that something other than the trial has filled a file system.

        Raises:
            NoRoomError: Other processes have filled a file system, or had filled it when it was sampled.
        """
        self._require(evidence.disks)

    def _require(self, disks: Iterable[DiskEvidence]) -> None:
        for disk in (*disks, self._filled):
            if disk is not None and is_filled_from_outside(disk):
                raise NoRoomError(
                    f"{disk.free_mib} MiB were free on its file system, after something outside the trial took "
                    f"{disk.outside_mib} MiB",
                    where=self._places[disk.of],
                    fix="make room",
                )

    def _disks(self) -> tuple[DiskEvidence, ...]:
        found = []
        for place, folder in self._places.items():
            free = free_mib(folder)
            own = self._own_mib() if place == "job" else 0
            # Space that has been lost since the start and that the trial does not occupy was taken by other processes.
            outside = self._free_at_start[place] - free - own
            found.append(DiskEvidence(of=place, free_mib=free, own_mib=own, outside_mib=outside))
        return tuple(found)

    def _own_mib(self) -> int:
        return (disk_usage(self._written).size_bytes + (space_of_disks(self._written) or 0)) >> 20


def is_filled_from_outside(disk: DiskEvidence) -> bool:
    """Return whether a file system is full because other processes took more of it than the trial did."""
    return disk.free_mib < RESERVE_MIB and disk.outside_mib > disk.own_mib


def _explain_memory(total: int, available: int, stalled: float | None) -> str:
    if available < total * _LEAST_MEMORY:
        return f"{available} of {total} MiB of memory were available on the host without the trial"
    if stalled is not None and stalled > _MOST_STALLED_PCT:
        return f"processes of the host waited for memory {stalled:.0f} % of the time without the trial"
    return ""


def _memory_mib() -> tuple[int, int]:
    lines = (line.split() for line in Path("/proc/meminfo").read_text().splitlines())
    sizes = {words[0]: int(words[1]) >> 10 for words in lines}
    return sizes["MemTotal:"], sizes["MemAvailable:"]


def _stalled_pct() -> float | None:
    """Return the percentage of the next second during which all processes were stalled for memory."""
    before, started = _stalled_us(), time.monotonic()
    time.sleep(_WINDOW_SEC)
    after, seconds = _stalled_us(), time.monotonic() - started
    return None if before is None or after is None else round((after - before) / 1e4 / seconds, 2)


def _stalled_us() -> int | None:
    try:
        lines = _PRESSURE.read_text().splitlines()
    except OSError:  # this kernel has no pressure stall information
        return None
    totals = [line.rpartition("total=")[2] for line in lines if line.startswith("full ")]
    return int(totals[0]) if totals else None
