"""The jobs whose trials are shown, and their names in the site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from headwater.errors import UserError
from headwater.jobs import JobFolder
from headwater.records import JobConfig
from headwater.tasks import Task, read_task


@dataclass(frozen=True)
class Job:
    """One job.

    Attributes:
        label: Its folder's name; numbered where two jobs have the same.
        folder: Where it is.
    """

    label: str
    folder: JobFolder

    @cached_property
    def config(self) -> JobConfig:
        """What it was asked for."""
        return self.folder.config()

    def task_folder(self, ref: str) -> str | None:
        """Return where a task was when the job started; None if the job has no such task."""
        return self.config.tasks.get(ref)


def name_jobs(folders: Sequence[Path]) -> dict[str, Job]:
    """Return the jobs by the path that result rows call them by."""
    jobs: dict[str, Job] = {}
    taken: set[str] = set()
    for folder in folders:
        name = folder.absolute().name or "job"
        label, number = name, 1
        while label in taken:
            number += 1
            label = f"{name}-{number}"
        taken.add(label)
        jobs[str(folder)] = Job(label, JobFolder(folder))
    return jobs


class Tasks:
    """Task folders, each read once; one that has gone is None."""

    def __init__(self) -> None:
        self._read: dict[str, Task | None] = {}

    def find(self, folder: str | None) -> Task | None:
        """Return a task as it is on disk today."""
        if folder is None:
            return None
        if folder not in self._read:
            try:
                self._read[folder] = read_task(Path(folder))
            except UserError:
                self._read[folder] = None
        return self._read[folder]
