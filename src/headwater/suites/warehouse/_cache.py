"""Lists the suite's cached content, and removes content that the current code can no longer use."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from headwater.caches import bases_lock
from headwater.locks import exclusive_if_free
from headwater.sandbox import remove_tree
from headwater.snapshots import Snapshot, SnapshotStore
from headwater.suites._suite import Cached, Pruned
from headwater.suites.warehouse.base import Size, base_folder, raw_file


class CacheKind(StrEnum):
    """The kinds of cached content."""

    BASE = "base"
    TASKS = "tasks"
    RAW = "raw tables"


def all_kept(home: Path) -> list[Cached]:
    """Return the bases, tasks and raw tables, including incomplete ones. Each kind is sorted by name.

    Raw tables are counted separately from the bases that contain them.
    """
    folder = home / "warehouse"
    sizes = {path.name: _size(path) for path in sorted((folder / "bases").glob("*"))}
    current = {name for name, size in sizes.items() if size and base_folder(home, size).name == name}
    known = {size for size in sizes.values() if size} | {Size(), Size().other}
    raw = {raw_file(home, size).name: size for size in known}
    return [
        *(_cached_part(CacheKind.BASE, folder / "bases" / name, size, name in current) for name, size in sizes.items()),
        *(
            _cached_part(CacheKind.TASKS, path, sizes.get(base), base in current)
            for path in sorted((folder / "tasks").glob("*"))
            for base in [path.name.removesuffix(".building")]  # an interrupted task build can be resumed
        ),
        *(
            _cached_part(CacheKind.RAW, path, raw.get(path.name), path.name in raw)
            for path in sorted((folder / "raw").glob("*"))
        ),
    ]


def prune_kept(home: Path) -> Pruned | None:
    """Remove content that the current code cannot use, and starting states of removed tasks. Return a summary.

    If another process is using or building bases, remove nothing and return None.
    """
    with exclusive_if_free(bases_lock(home)) as free:
        if not free:
            return None
        cached = all_kept(home)
        store = SnapshotStore(home)
        snapshots = [snapshot for snapshot in _without_task(home, store, cached) if store.remove(snapshot)]
        bases_in_use = {snapshot.workspaces[-1].parent.name for snapshot in store.all()}
        removed = [one for one in cached if not one.is_used and one.path.name not in bases_in_use]
        for one in removed:
            doomed = one.path.rename(one.path.with_name(f"{one.path.name}.removed"))
            doomed.unlink() if doomed.is_file() else remove_tree(doomed)
        size = sum(one.size_bytes for one in removed) + sum(each.manifest.size_bytes for each in snapshots)
        return Pruned(removed, len(snapshots), size)


def _without_task(home: Path, store: SnapshotStore, cached: list[Cached]) -> Iterator[Snapshot]:
    """Yield the starting states of the suite whose task or base no longer exists."""
    bases = home / "warehouse" / "bases"
    current = {one.path for one in cached if one.kind == CacheKind.BASE and one.is_used}
    for snapshot in store.all():
        *_, lowest = snapshot.workspaces
        if not lowest.is_relative_to(bases):
            continue
        suite, _, task = snapshot.manifest.label.partition(" (")[0].rpartition("/")
        is_gone = suite == "warehouse" and not (home / "warehouse" / "tasks" / lowest.parent.name / task).is_dir()
        if is_gone or lowest.parent not in current:
            yield snapshot


def _cached_part(kind: CacheKind, path: Path, size: Size | None, is_used: bool) -> Cached:
    below = (Path(parent, name) for parent, folders, files in os.walk(path) for name in (*folders, *files))
    label = f"seed {size.seed}, scale {size.scale:g}" if size else ""
    return Cached(kind.value, path, label, sum(_bytes(each, kind) for each in (path, *below)), is_used)


def _bytes(path: Path, kind: CacheKind) -> int:
    try:
        status = path.lstat()
    except FileNotFoundError:  # files in an unfinished build appear and disappear
        return 0
    is_shared = kind is CacheKind.BASE and stat.S_ISREG(status.st_mode) and status.st_nlink > 1
    return 0 if is_shared else status.st_blocks * 512


def _size(base: Path) -> Size | None:
    """Read the size of a base's company, even if another version of the code wrote a manifest with different fields.

    Return None for an incomplete base.
    """
    if "." in base.name:  # a base receives its final name once it is complete
        return None
    manifest = json.loads((base / "manifest.json").read_text())
    return Size(manifest["seed"], manifest["scale"])
