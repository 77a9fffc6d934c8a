"""Checks that each question is answerable and that its checks catch wrong answers, and writes its task folder."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from headwater import harnesses
from headwater.grading import Tooling
from headwater.harnesses.toolchains import equipped
from headwater.suites.discovery.building._folders import replace_tasks
from headwater.suites.discovery.building._laboratory import open_laboratory
from headwater.suites.discovery.building._prove import prove
from headwater.suites.discovery.building._tasks import TOOLCHAIN, ProvenQuestion, write_task
from headwater.suites.discovery.lake import DATASETS
from headwater.suites.discovery.solvers import index_files
from headwater.suites.discovery.tasks_source import SourceTask


@dataclass(frozen=True)
class BuildResult:
    """The result of a build.

    Attributes:
        tasks: The ids of the tasks.
        problems: One line for each question from which no task was created.
    """

    tasks: tuple[str, ...]
    problems: tuple[str, ...]


def build_tasks(
    home: Path,
    lakes: Mapping[str, Path],
    questions: Sequence[SourceTask],
    notify: Callable[[str], None],
    cancel: threading.Event,
) -> BuildResult:
    """Prove questions on their communities' lakes, and write a task folder for each proven question.

    The new tasks replace all tasks on these lakes. Tasks on other lakes remain.

    Args:
        home: The root folder of the caches.
        lakes: The lake of each community, below ``home``.
        questions: The questions.
        notify: Called with progress messages.
        cancel: Interrupts the build when set.

    Raises:
        CancelledError: The build was interrupted. Finished proofs remain cached.
        SandboxError: This machine has no sandbox.
    """
    tooling = open_tooling(home, notify)
    files = {name: _files_below(lake / DATASETS) for name, lake in lakes.items()}
    known = {name: index_files(lake / DATASETS) for name, lake in lakes.items()}

    def ask(task: SourceTask) -> ProvenQuestion | str:
        source = task.source
        lake = lakes.get(source.community)
        if lake is None:
            return f"{source.id}: there is no community {source.community}"
        laboratory = open_laboratory(home, lake, tooling, cancel)
        proof = prove(task, laboratory, known[source.community], notify)
        if proof.changed is None:
            return proof.problem
        return ProvenQuestion(task, laboratory.name, files[source.community], proof.changed)

    with ThreadPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        found = list(pool.map(ask, questions))
    proven = [each for each in found if isinstance(each, ProvenQuestion)]
    replace_tasks(home, lakes, {each.task.source.id: partial(write_task, each) for each in proven})
    return BuildResult(
        tuple(each.task.source.id for each in proven),
        tuple(each for each in found if isinstance(each, str)),
    )


def open_tooling(home: Path, notify: Callable[[str], None]) -> Tooling:
    """Return the tooling for running question programs, and build it if it does not exist."""
    harness = equipped(harnesses.prepare("base", home, notify), TOOLCHAIN, None, home, notify)
    return Tooling(harness.mounts, harness.env)


def _files_below(folder: Path) -> dict[str, int]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.stat().st_size for path in files}
