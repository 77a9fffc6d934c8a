"""Shares tasks' data and the bases of their starting states with nodes that have separate caches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from headwater.archives import store_of
from headwater.caches import bases_lock
from headwater.locks import exclusive, shared
from headwater.snapshots import SnapshotStore
from headwater.tasks import Task


def offer_data(task: Task, home: Path, start: str, notify: Callable[[str], None]) -> None:
    """Upload a task's data, and its starting state if it is built, to the caches' store if they are missing there.

    Args:
        task: The task.
        home: The cache folder.
        start: The starting state's digest. Empty if it cannot be computed.
        notify: Called with each upload.
    """
    if (store := store_of(home)) is None:
        return
    for name in _names(task):
        if (home / name).is_dir():
            notify(f"sharing {name} with the nodes (once)")
            store.offer(name, (home / name).resolve())
    if start:
        SnapshotStore(home).offer(start)


def fetch_data(task: Task, home: Path) -> None:
    """Download a task's missing data from the caches' store. Trials report data that the store lacks."""
    if (store := store_of(home)) is None:
        return
    for name in _names(task):
        folder = home / name
        with shared(bases_lock(home)), exclusive(home / "locks" / name.replace("/", "-")):
            if not folder.is_dir():
                store.fetch(name, folder)


def _names(task: Task) -> Iterator[str]:
    """Yield the paths of a task's base and data, relative to the cache folder."""
    yield from filter(None, [task.config.base, task.config.data])
