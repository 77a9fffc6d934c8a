"""The cache of starting states.

::

    <home>/snapshots/<digest>/
        snapshot.json      what it is and when it was made
        workspace/         the task's workspace, owned by the agent's user
        base               a link to the workspace below it, if the task has a base
        postgres/ …        one data directory a service, stopped cleanly, owned by the services' user
    <home>/locks/<digest>        held shared while a trial uses it, alone while it is removed
    <home>/locks/<digest>.build  held alone while it is made

A snapshot is made under another name and renamed when it is whole, so a half-made one is never found. Two locks,
because who waits for a build must not wait for those that already use what was built: new ones come all the time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from headwater.locks import exclusive, exclusive_if_free, shared
from headwater.records._base import Record
from headwater.sandbox import disk_usage, remove_tree

_MANIFEST = "snapshot.json"
BASE = "base"
"""A link in a snapshot's folder to the workspace below its own, which it shares with others."""


class Manifest(Record):
    """What a snapshot says of itself."""

    digest: str
    build: str
    label: str
    created_at: datetime
    size_bytes: int


class Snapshot:
    """A finished snapshot on disk.

    Attributes:
        wait_sec: How long it was waited for while another trial or process built it.
        build_sec: How long building it took, if it was built for this use.
    """

    def __init__(self, folder: Path, wait_sec: float = 0.0, build_sec: float = 0.0) -> None:
        self.folder = folder
        self.wait_sec = wait_sec
        self.build_sec = build_sec
        self.manifest = Manifest.model_validate_json((folder / _MANIFEST).read_text())

    @property
    def build(self) -> str:
        """This very build: two builds of one digest hold the same data in different bytes."""
        return self.manifest.build

    @property
    def workspace(self) -> Path:
        """The workspace as the agent will find it."""
        return self.folder / "workspace"

    @property
    def workspaces(self) -> tuple[Path, ...]:
        """The layers of that workspace, the uppermost first: its own, and the base's if it has one."""
        base = self.folder / BASE
        return (self.workspace, base.readlink()) if base.is_symlink() else (self.workspace,)

    def layer(self, name: str) -> Path:
        """The directory of ``workspace`` or of a service."""
        return self.folder / name

    @property
    def used_at(self) -> float:
        """When a trial last took it, seconds since the epoch."""
        return (self.folder / _MANIFEST).stat().st_mtime


class _Made(NamedTuple):
    wait_sec: float
    build_sec: float


class SnapshotStore:
    """Finds, makes and prunes snapshots below a home directory."""

    def __init__(self, home: Path) -> None:
        self._folder = home / "snapshots"
        self._locks = home / "locks"

    @contextmanager
    def take(self, digest: str, label: str, build: Callable[[Path], None]) -> Iterator[Snapshot]:
        """Yield the snapshot of ``digest``, making it first if need be; it stays while it is held.

        Args:
            digest: Of all that makes the state.
            label: For people: which task's it is.
            build: Fills an empty directory with the state.
        """
        folder = self._folder / digest
        waited = built = 0.0
        while True:
            if not folder.is_dir():
                more = self._make(folder, label, build)
                waited, built = waited + more.wait_sec, built + more.build_sec
            with shared(self._locks / digest):
                if not folder.is_dir():  # pruned between the two locks
                    continue
                os.utime(folder / _MANIFEST)
                yield Snapshot(folder, waited, built)
                return

    def _make(self, folder: Path, label: str, build: Callable[[Path], None]) -> _Made:
        began = time.perf_counter()
        with exclusive(self._build_lock(folder.name)):
            had_lock = time.perf_counter()
            if folder.is_dir():
                return _Made(had_lock - began, 0.0)
            building = folder.with_name(f"{folder.name}.building")
            remove_tree(building)
            building.mkdir(parents=True)
            build(building)
            manifest = Manifest(
                digest=folder.name,
                build=f"{folder.name[:16]}-{time.time_ns():x}",
                label=label,
                created_at=datetime.now(UTC),
                size_bytes=disk_usage(building).size_bytes,
            )
            (building / _MANIFEST).write_text(manifest.model_dump_json(indent=2))
            building.rename(folder)
            return _Made(had_lock - began, time.perf_counter() - had_lock)

    def _build_lock(self, digest: str) -> Path:
        return self._locks / f"{digest}.build"

    def has(self, digest: str) -> bool:
        """Whether the snapshot is there now."""
        return (self._folder / digest).is_dir()

    def all(self) -> list[Snapshot]:
        """Return all snapshots, the longest unused first."""
        found = []
        for path in self._folder.glob(f"*/{_MANIFEST}"):
            if "." not in path.parent.name:
                with suppress(FileNotFoundError):  # another process has removed it meanwhile
                    found.append((path.stat().st_mtime, Snapshot(path.parent)))
        return [snapshot for _, snapshot in sorted(found, key=lambda one: one[0])]

    def remove(self, snapshot: Snapshot) -> bool:
        """Remove a snapshot unless a trial holds it; say whether it went."""
        with exclusive_if_free(self._locks / snapshot.folder.name) as free:
            if free and snapshot.folder.is_dir():
                doomed = snapshot.folder.with_name(f"{snapshot.folder.name}.removed")
                remove_tree(doomed)
                snapshot.folder.rename(doomed)
                remove_tree(doomed)
            return free

    def prune(self, limit_bytes: int) -> list[Snapshot]:
        """Remove the longest unused snapshots until the rest fits, and what a crash left; return the removed."""
        for leftover in self._folder.glob("*.*"):
            digest, _, what = leftover.name.partition(".")
            lock = self._build_lock(digest) if what == "building" else self._locks / digest
            with exclusive_if_free(lock) as free:
                if free:
                    remove_tree(leftover)
        snapshots = self.all()
        total = sum(snapshot.manifest.size_bytes for snapshot in snapshots)
        removed = []
        for snapshot in snapshots:
            if total <= limit_bytes:
                break
            if self.remove(snapshot):
                removed.append(snapshot)
                total -= snapshot.manifest.size_bytes
        return removed
