"""Where the task folders of the suite are, and how those of some lakes are exchanged."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from headwater.locks import exclusive
from headwater.sandbox import remove_tree
from headwater.suites.discovery.building._tasks import SUITE


def tasks_folder(home: Path) -> Path:
    """Return where task folders are, or will be."""
    return home / SUITE / "tasks"


def replace_tasks(home: Path, lakes: Collection[str], tasks: Mapping[str, Callable[[Path], None]]) -> None:
    """Put tasks in the place of those that these lakes had; tasks of other lakes stay.

    Args:
        home: Where caches are.
        lakes: Their names begin the ids of their tasks.
        tasks: By id what writes the folder of the task.
    """
    target = tasks_folder(home)
    with exclusive(home / "locks" / f"{SUITE}-tasks"):
        building = target.with_name(f"{target.name}.building")
        remove_tree(building)
        building.mkdir(parents=True)
        for name, write in tasks.items():
            write(building / name)
        for folder in sorted(target.iterdir()) if target.is_dir() else []:
            if folder.name.partition("-")[0] not in lakes:
                shutil.copytree(folder, building / folder.name)
        remove_tree(target)
        shutil.move(building, target)
