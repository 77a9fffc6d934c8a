"""Prove questions and write their task folders."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from headwater import harnesses
from headwater.grading import Tooling
from headwater.harnesses.toolchains import equipped
from headwater.locks import exclusive
from headwater.sandbox import remove_tree
from headwater.suites.discovery.building._laboratory import open_laboratory
from headwater.suites.discovery.building._prove import prove
from headwater.suites.discovery.building._tasks import SUITE, TOOLCHAIN, Question, write_task
from headwater.suites.discovery.lake import DATASETS
from headwater.suites.discovery.solvers import index_files
from headwater.suites.discovery.tasks_source import Task


@dataclass(frozen=True)
class Built:
    """What a build came to.

    Attributes:
        tasks: The ids of the tasks.
        problems: Why other questions are no tasks, a line each.
    """

    tasks: tuple[str, ...]
    problems: tuple[str, ...]


def tasks_folder(home: Path) -> Path:
    """Return where task folders are, or will be."""
    return home / SUITE / "tasks"


def build_tasks(
    home: Path,
    lakes: Mapping[str, Path],
    questions: Sequence[Task],
    notify: Callable[[str], None],
    cancel: threading.Event,
) -> Built:
    """Prove questions on the lakes of their communities, and write a task folder for each that is proven.

    These are then all tasks of these lakes; tasks of other lakes stay.

    Args:
        home: Where caches are.
        lakes: The lake of each community, below ``home``.
        questions: What is asked.
        notify: Is told of progress.
        cancel: Ends the build when set.

    Raises:
        CancelledError: The build was interrupted; what was proven is kept.
        SandboxError: There is no sandbox on this machine.
    """
    tooling = open_tooling(home, notify)
    files = {name: _files_below(lake / DATASETS) for name, lake in lakes.items()}
    known = {name: index_files(lake / DATASETS) for name, lake in lakes.items()}

    def ask(asked: Task) -> Question | str:
        source = asked.source
        lake = lakes.get(source.community)
        if lake is None:
            return f"{source.id}: there is no community {source.community}"
        laboratory = open_laboratory(home, lake, tooling, cancel)
        proof = prove(asked, laboratory, known[source.community], notify)
        return proof.problem or Question(asked, laboratory.name, files[source.community], proof.changed)

    with ThreadPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        found = list(pool.map(ask, questions))
    proven = [each for each in found if isinstance(each, Question)]
    with exclusive(home / "locks" / f"{SUITE}-tasks"):
        _write_all(proven, lakes, tasks_folder(home))
    return Built(
        tuple(each.asked.source.id for each in proven),
        tuple(each for each in found if isinstance(each, str)),
    )


def _write_all(questions: Sequence[Question], lakes: Collection[str], target: Path) -> None:
    """Put the tasks of these lakes in the place of those that they had; tasks of other lakes stay."""
    building = target.with_name(f"{target.name}.building")
    remove_tree(building)
    building.mkdir(parents=True)
    for question in questions:
        write_task(question, building / question.asked.source.id)
    others = sorted(target.iterdir()) if target.is_dir() else []
    for folder in others:
        if folder.name.partition("-")[0] not in lakes:
            shutil.copytree(folder, building / folder.name)
    remove_tree(target)
    shutil.move(building, target)


def open_tooling(home: Path, notify: Callable[[str], None]) -> Tooling:
    """Return what programs of questions find around them, which is built if it is not there."""
    harness = equipped(harnesses.prepare("base", home, notify), TOOLCHAIN, None, home, notify)
    return Tooling(harness.mounts, harness.env)


def _files_below(folder: Path) -> dict[str, int]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.stat().st_size for path in files}
