"""Prepares a job for resuming."""

from __future__ import annotations

from headwater.errors import DamagedError, JobBusyError
from headwater.jobs._folder import JobFolder
from headwater.locks import exclusive_if_free
from headwater.records import Status


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
