"""Prepares jobs and proofs for resuming."""

from __future__ import annotations

from collections.abc import Sequence

from headwater import harnesses
from headwater.agents import find_agent
from headwater.caches import home
from headwater.errors import DamagedError, JobBusyError
from headwater.jobs._folder import JobFolder
from headwater.jobs._progress import Progress
from headwater.locks import exclusive_if_free
from headwater.records import Status
from headwater.tasks import Task, digest_task, digest_text
from headwater.trials import Finished, digest_checks


def reopen_job(job: JobFolder) -> list[str]:
    """Remove the trials in a job that must run again because they ended with ``infra_error`` or are damaged.

    Returns:
        A line about each damaged trial.

    Raises:
        NotFoundError: The folder is not a job.
        JobBusyError: Another process is running the job.
    """
    damaged = []
    with exclusive_if_free(job.lock) as free:
        if not free:
            raise JobBusyError("another Headwater is running this job", where=job.folder)
        for trial in list(job.trials()):
            if isinstance(trial, DamagedError):
                damaged.append(f"{trial.problem}; the trial runs again")
                job.forget(trial.trial)
            elif trial.record.status is Status.INFRA_ERROR:
                job.forget(trial.record.spec.id)
    return damaged


def reopen_proof(job: JobFolder, tasks: Sequence[Task], progress: Progress) -> list[Finished]:
    """Remove the trials in a job that cannot count in a proof of these tasks, and return the others.

    A trial counts if it has a verdict, and if its task, agent, harness and checks are still the same.

    Raises:
        JobBusyError: Another process is running the job.
    """
    for line in reopen_job(job):
        progress.message(line)
    by_ref = {task.ref: task for task in tasks}
    built = {name: harnesses.prepare(name, home(), progress.message).digest for name in _harnesses(job)}
    checks = {ref: digest_checks(task) for ref, task in by_ref.items()}
    kept = []
    for trial in list(job.finished()):
        spec = trial.record.spec
        if _counts(trial, by_ref[spec.task], built[spec.harness], checks[spec.task]):
            kept.append(trial)
        else:
            job.forget(spec.id)
    return kept


def _harnesses(job: JobFolder) -> set[str]:
    return {trial.record.spec.harness for trial in job.finished()}


def _counts(trial: Finished, task: Task, harness: str, checks: str) -> bool:
    record, found = trial.record, trial.record.digests
    if not record.status.is_evidence or trial.verdict is None or found is None:
        return False
    agent = find_agent(record.spec.agent, task).digest(task)
    now = (digest_task(task).task, harness, agent, digest_text(task.instruction(record.spec.prompt)))
    return (found.task, found.harness, found.agent, found.prompt) == now and trial.verdict.checks_digest == checks
