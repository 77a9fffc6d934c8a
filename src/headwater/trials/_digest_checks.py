"""Computes the digest of the code that a verdict depends on."""

from __future__ import annotations

from headwater.grading import checks_digest
from headwater.services import engine_code
from headwater.suites import grading_code_of, policy_of
from headwater.tasks import Task, digest_task


def digest_checks(task: Task) -> str:
    """Return the digest of a task's checks, the grading code, and the code of the task's suite and engines."""
    suite, services = task.config.suite, task.config.services
    code = (*grading_code_of(suite), *engine_code(services))
    return checks_digest(digest_task(task).checks, code, policy_of(suite))
