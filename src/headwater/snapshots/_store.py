"""Implements the cache of starting states.

::

    <home>/snapshots/<digest>/
        snapshot.json      its description and the time when it was built
        workspace/         the task's workspace, owned by the agent's user
        base               a link to the base's workspace, if the task has a base
        postgres/ …        one data directory for each service, stopped cleanly, owned by the services' user
    <home>/locks/<digest>        held shared while a trial uses it, exclusively while it is removed
    <home>/locks/<digest>.build  held exclusively while it is built

A snapshot is built under a temporary name and renamed when it is complete, so an incomplete one is never found. If the
caches are shared through a store, a snapshot is fetched from the store, or built here and offered to other machines.

There are two locks, because a process that waits to build must not wait for trials that use an existing build. Such a
wait might never end.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from headwater.archives import machine_key, store_of
from headwater.locks import exclusive, exclusive_if_free, shared
from headwater.records._base import Record
from headwater.sandbox import disk_usage, remove_tree

_MANIFEST = "snapshot.json"
BASE = "base"
"""A relative link in a snapshot's folder to the workspace of its base, which it shares with others."""


class SnapshotManifest(Record):
    """The description of a snapshot."""

    digest: str
    build: str
    label: str
    created_at: datetime
    size_bytes: int


class Snapshot:
    """A complete snapshot on disk.

    Attributes:
        wait_sec: The time spent waiting while another trial or process built the snapshot.
        build_sec: The build time, if the snapshot was built for this use.
    """

    def __init__(self, folder: Path, wait_sec: float = 0.0, build_sec: float = 0.0) -> None:
        self.folder = folder
        self.wait_sec = wait_sec
        self.build_sec = build_sec
        self.manifest = SnapshotManifest.model_validate_json((folder / _MANIFEST).read_text())

    @property
    def build(self) -> str:
        """The identity of this build. Two builds with the same digest have the same data in different bytes."""
        return self.manifest.build

    @property
    def workspace(self) -> Path:
        """The agent's starting workspace."""
        return self.folder / "workspace"

    @property
    def workspaces(self) -> tuple[Path, ...]:
        """The layers of the workspace from the uppermost down: its own layer and, if there is one, that of the base."""
        base = self.folder / BASE
        if not base.is_symlink():
            return (self.workspace,)
        return self.workspace, Path(os.path.normpath(self.folder / base.readlink()))

    def layer(self, name: str) -> Path:
        """Return the directory of ``workspace`` or of a service."""
        return self.folder / name

    @property
    def used_at(self) -> float:
        """The time of the last use by a trial, in seconds since the epoch."""
        return (self.folder / _MANIFEST).stat().st_mtime


class _BuildTimes(NamedTuple):
    wait_sec: float
    build_sec: float


class SnapshotStore:
    """Finds, builds and prunes snapshots below a home directory."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._folder = home / "snapshots"
        self._locks = home / "locks"

    @contextmanager
    def take(self, digest: str, label: str, build: Callable[[Path], None]) -> Iterator[Snapshot]:
        """Yield the snapshot of ``digest``, building it if necessary. It cannot be removed while it is held.

        Args:
            digest: The digest of everything that determines the state.
            label: A display name, such as the task's name.
            build: Fills an empty directory with the state.
        """
        folder = self._folder / digest
        wait_sec = build_sec = 0.0
        while True:
            if not folder.is_dir():
                more = self._make(folder, label, build)
                wait_sec, build_sec = wait_sec + more.wait_sec, build_sec + more.build_sec
            with shared(self._locks / digest):
                if not folder.is_dir():  # another process pruned the snapshot between the two locks
                    continue
                # This is the time of the last use, by which `prune` selects snapshots.
                os.utime(folder / _MANIFEST)
                yield Snapshot(folder, wait_sec, build_sec)
                return

    def _make(self, folder: Path, label: str, build: Callable[[Path], None]) -> _BuildTimes:
        began = time.perf_counter()
        with exclusive(self._build_lock(folder.name)):
            had_lock = time.perf_counter()
            if folder.is_dir():
                return _BuildTimes(had_lock - began, 0.0)
            if not self._fetch(folder):
                self._build(folder, label, build)
            return _BuildTimes(had_lock - began, time.perf_counter() - had_lock)

    def _build(self, folder: Path, label: str, build: Callable[[Path], None]) -> None:
        building = folder.with_name(f"{folder.name}.building")
        remove_tree(building)
        building.mkdir(parents=True)
        build(building)
        manifest = SnapshotManifest(
            digest=folder.name,
            build=f"{folder.name[:16]}-{time.time_ns():x}",
            label=label,
            created_at=datetime.now(UTC),
            size_bytes=disk_usage(building).size_bytes,
        )
        (building / _MANIFEST).write_text(manifest.model_dump_json(indent=2))
        store = store_of(self._home)
        # If another machine was faster, all machines use its build, because a trial's state belongs to one build.
        if store is None or store.offer(machine_key(folder, self._home), building) or not self._fetch(folder):
            building.rename(folder)
        remove_tree(building)

    def fetch(self, digest: str) -> bool:
        """Fetch the snapshot from the caches' store if possible. Return whether it exists now."""
        folder = self._folder / digest
        with exclusive(self._build_lock(digest)):
            return folder.is_dir() or self._fetch(folder)

    def offer(self, digest: str) -> None:
        """Upload a local snapshot to the caches' store, if there is a store and it lacks the snapshot."""
        store = store_of(self._home)
        with shared(self._locks / digest):
            folder = self._folder / digest
            if store is not None and folder.is_dir():
                store.offer(machine_key(folder, self._home), folder)

    def _fetch(self, folder: Path) -> bool:
        store = store_of(self._home)
        return store is not None and store.fetch(machine_key(folder, self._home), folder)

    def _build_lock(self, digest: str) -> Path:
        return self._locks / f"{digest}.build"

    def has(self, digest: str) -> bool:
        """Return whether the snapshot exists now."""
        return (self._folder / digest).is_dir()

    def all(self) -> list[Snapshot]:
        """Return all snapshots, least recently used first."""
        found = []
        for path in self._folder.glob(f"*/{_MANIFEST}"):
            if "." not in path.parent.name:
                with suppress(FileNotFoundError):  # another process has already removed the snapshot
                    found.append((path.stat().st_mtime, Snapshot(path.parent)))
        return [snapshot for _, snapshot in sorted(found, key=lambda one: one[0])]

    def remove(self, snapshot: Snapshot) -> bool:
        """Remove a snapshot unless a trial holds it, and return whether it was removed."""
        with exclusive_if_free(self._locks / snapshot.folder.name) as free:
            if free and snapshot.folder.is_dir():
                # The folder is renamed first, so that a kill in between leaves no snapshot with missing files.
                doomed = snapshot.folder.with_name(f"{snapshot.folder.name}.removed")
                remove_tree(doomed)
                snapshot.folder.rename(doomed)
                remove_tree(doomed)
            return free

    def prune(self, limit_bytes: int) -> list[Snapshot]:
        """Remove the remains of crashes, and the least recently used snapshots until the remaining ones fit.

        Return the removed snapshots.
        """
        for entry in self._folder.glob("*.*"):
            digest, _, what = entry.name.partition(".")
            lock = self._locks / digest if what == "removed" else self._build_lock(digest)
            with exclusive_if_free(lock) as free:
                if free:
                    remove_tree(entry)
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
