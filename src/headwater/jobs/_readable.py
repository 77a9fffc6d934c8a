"""Reads a job's tasks, some of which may have been removed or broken since the job was created."""

from __future__ import annotations

from dataclasses import dataclass

from headwater.errors import TasksBrokenError, UserError
from headwater.records import JobConfig
from headwater.suites import find_tasks
from headwater.tasks import Task


@dataclass(frozen=True)
class ReadableTasks:
    """The tasks of a job.

    Attributes:
        tasks: The readable tasks.
        errors: The errors of the tasks that cannot be read.
    """

    tasks: tuple[Task, ...]
    errors: tuple[UserError, ...]


def readable_tasks(config: JobConfig) -> ReadableTasks:
    """Read the tasks of a job.

    Raises:
        TasksBrokenError: No task can be read.
    """
    tasks: list[Task] = []
    errors: list[UserError] = []
    for folder in config.tasks.values():
        try:
            tasks += find_tasks([folder])
        except UserError as error:
            errors.append(error)
    if errors and not tasks:
        raise TasksBrokenError.of(*errors)
    return ReadableTasks(tuple(tasks), tuple(errors))
