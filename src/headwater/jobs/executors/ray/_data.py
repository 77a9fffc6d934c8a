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
    """Upload a task's data and, if built, its starting state to the cache store, unless they are already there.

    Args:
        task: The task.
        home: The cache folder.
        start: The starting state's digest. Empty if it cannot be computed.
        notify: Called for each upload, with its description.
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
    """Download a task's missing data from the cache store. Trials report data that is missing from the store."""
    if (store := store_of(home)) is None:
        return
    for name in _names(task):
        folder = home / name
        # The shared lock prevents removal, and the exclusive lock lets one of the trials that start together download.
        with shared(bases_lock(home)), exclusive(home / "locks" / name.replace("/", "-")):
            if not folder.is_dir():
                store.fetch(name, folder)


def _names(task: Task) -> Iterator[str]:
    """Yield the paths of a task's base and data, relative to the cache folder."""
    yield from filter(None, [task.config.base, task.config.data])
