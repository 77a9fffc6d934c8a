"""Finds the jobs whose trials are shown, and gives them labels."""

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
class ReportedJob:
    """A job on the site.

    Attributes:
        label: The name of the job's folder, with a number appended if another job has the same name.
        folder: The folder of the job.
    """

    label: str
    folder: JobFolder

    @cached_property
    def config(self) -> JobConfig:
        """The job's configuration."""
        return self.folder.config()

    def task_folder(self, ref: str) -> str | None:
        """Return the path that a task's folder had when the job started, or None if the job has no such task."""
        return self.config.tasks.get(ref)


def name_jobs(folders: Sequence[Path]) -> dict[str, ReportedJob]:
    """Return the jobs, keyed by their paths as they appear in result rows."""
    jobs: dict[str, ReportedJob] = {}
    taken_labels: set[str] = set()
    for folder in folders:
        name = folder.absolute().name or "job"
        label, number = name, 1
        while label in taken_labels:
            number += 1
            label = f"{name}-{number}"
        taken_labels.add(label)
        jobs[str(folder)] = ReportedJob(label, JobFolder(folder))
    return jobs


class Tasks:
    """Tasks, read once per folder. A task is None if its folder no longer exists."""

    def __init__(self) -> None:
        self._read: dict[str, Task | None] = {}

    def find(self, folder: str | None) -> Task | None:
        """Return the task in a folder, in its current state on disk."""
        if folder is None:
            return None
        if folder not in self._read:
            try:
                self._read[folder] = read_task(Path(folder))
            except UserError:
                self._read[folder] = None
        return self._read[folder]
