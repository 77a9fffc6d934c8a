"""Locates the suite's task folders, and replaces the tasks of some lakes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from headwater.locks import exclusive
from headwater.sandbox import remove_tree
from headwater.suites.discovery.building._tasks import SUITE


def tasks_folder(home: Path) -> Path:
    """Return the folder of the tasks, which may not exist yet."""
    return home / SUITE / "tasks"


def replace_tasks(home: Path, lakes: Collection[str], tasks: Mapping[str, Callable[[Path], None]]) -> None:
    """Replace the tasks on these lakes. Tasks on other lakes remain.

    Args:
        home: The root folder of the caches.
        lakes: The names of the lakes, which prefix their task ids.
        tasks: Functions that write the task folders, keyed by task id.
    """
    target = tasks_folder(home)
    # Builds for different lakes replace the same folder.
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
