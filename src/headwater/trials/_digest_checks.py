"""Of which code a verdict is the verdict."""

from __future__ import annotations

from headwater.grading import checks_digest
from headwater.suites import grading_code_of
from headwater.tasks import Task, digest_task


def digest_checks(task: Task) -> str:
    """Return the digest of a task's checks, of grading itself, and of the code with which the task's suite grades."""
    return checks_digest(digest_task(task).checks, grading_code_of(task.config.suite))
