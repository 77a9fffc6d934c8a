"""Removes bases from earlier builds that no task in the suite uses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from headwater.caches import bases_lock
from headwater.locks import exclusive_if_free
from headwater.sandbox import remove_tree
from headwater.snapshots import SnapshotStore
from headwater.suites.spider2.build._tasks import REPAIRED, SUITE, UNSCOREABLE
from headwater.suites.spider2.tasks_folders import folder_of
from headwater.tasks import read_config


def sweep_bases(home: Path) -> None:
    """Remove bases without a task, and the starting states that are based on them.

    Nothing is removed while a job is using bases.
    """
    bases = home / "spider2/bases"
    with exclusive_if_free(bases_lock(home)) as free:
        if not free:
            return
        used = set(_used(home))
        store = SnapshotStore(home)
        for snapshot in store.all():
            *_, lowest = snapshot.workspaces
            if lowest.is_relative_to(bases) and lowest.parent.name not in used and not store.remove(snapshot):
                used.add(lowest.parent.name)
        for folder in bases.glob("*"):
            if folder.name not in used:
                remove_tree(folder)


def _used(home: Path) -> Iterator[str]:
    for suite in (SUITE, REPAIRED):
        for folder in (folder_of(home, suite), folder_of(home, suite) / UNSCOREABLE):
            for path in folder.glob("*/task.toml"):
                yield str(read_config(path.parent).base).rpartition("/")[2]
