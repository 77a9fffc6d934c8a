"""The cache of starting states.

::

    <home>/snapshots/<digest>/
        snapshot.json      what it is and when it was made
        workspace/         the task's workspace, owned by the agent's user
        base               a link to the workspace below it, if the task has a base
        postgres/ …        one data directory a service, stopped cleanly, owned by the services' user
    <home>/locks/<digest>  held shared while a trial uses it, alone while it is made or removed

A snapshot is made under another name and renamed when it is whole, so a half-made one is never found.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

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
    """A finished snapshot on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
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
        while True:
            if not folder.is_dir():
                self._make(folder, label, build)
            with shared(self._locks / digest):
                if not folder.is_dir():  # pruned between the two locks
                    continue
                os.utime(folder / _MANIFEST)
                yield Snapshot(folder)
                return

    def _make(self, folder: Path, label: str, build: Callable[[Path], None]) -> None:
        with exclusive(self._locks / folder.name):
            if folder.is_dir():
                return
            building = folder.with_name(f"{folder.name}.building")
            remove_tree(building)
            building.mkdir(parents=True)
            build(building)
            manifest = Manifest(
                digest=folder.name,
                build=f"{folder.name[:16]}-{time.time_ns():x}",
                label=label,
                created_at=datetime.now(UTC),
                size_bytes=disk_usage(building),
            )
            (building / _MANIFEST).write_text(manifest.model_dump_json(indent=2))
            building.rename(folder)

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
            with exclusive_if_free(self._locks / leftover.name.split(".")[0]) as free:
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
