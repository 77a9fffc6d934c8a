"""Reads and writes a job's folder: its configuration, and its trials as they finish."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from headwater.errors import AlreadyExistsError, DamagedError, InvalidFileError, NotFoundError, access_error
from headwater.jobs._staging import clear_staging
from headwater.locks import exclusive_if_free
from headwater.records import JobConfig, Limits, TrialRecord, Verdict
from headwater.sandbox.isolation import require_isolation, require_unseen
from headwater.trials import Finished, TrialPaths, write_atomically
from headwater.untrusted import one_line

_LONGEST = 300
"""The maximum length of a description of a damaged record, in characters."""


class JobFolder:
    """A job's folder, with ``job.json`` and ``trials/``. Every file is written once and atomically."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def create(cls, folder: Path, config: JobConfig) -> JobFolder:
        """Create the folder of a new job.

        Raises:
            AlreadyExistsError: The folder already contains a job.
            IsolationError: This machine cannot isolate its trials.
            FileAccessError: The folder cannot be written.
        """
        job = cls(folder)
        if job.exists:
            raise AlreadyExistsError(
                "already contains a job", where=folder, fix=f"`headwater resume {folder}` continues it"
            )
        job.replace(config)
        return job

    def replace(self, config: JobConfig) -> None:
        """Write the job's configuration, which replaces an earlier one.

        Raises:
            IsolationError: This machine cannot isolate its trials.
            FileAccessError: The folder cannot be written.
        """
        require_unseen([self.folder, *map(Path, config.tasks.values())])
        try:
            require_isolation(self.folder.parent, allow_weak=config.allow_weak_isolation)
            self.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._config, config.model_dump_json(indent=2))
        except OSError as error:
            raise access_error(error, f"--out {self.folder}", "choose another folder") from None

    @property
    def exists(self) -> bool:
        """Whether the folder contains a job."""
        return self._config.exists()

    def raise_budget(self, limits: Limits) -> None:
        """Replace the job's budget. Usage so far counts towards the new budget.

        Raises:
            FileAccessError: The configuration cannot be written.
        """
        config = self.config().model_copy(update={"job_limits": limits})
        try:
            write_atomically(self._config, config.model_dump_json(indent=2))
        except OSError as error:
            raise access_error(error, self._config) from None

    @property
    def lock(self) -> Path:
        """The lock that the process running the job holds exclusively."""
        return self.folder / ".lock"

    @property
    def _config(self) -> Path:
        return self.folder / "job.json"

    def config(self) -> JobConfig:
        """The job's configuration.

        Raises:
            NotFoundError: The folder is not a job.
            InvalidFileError: The job has an unknown version.
        """
        if not self._config.is_file():
            raise NotFoundError(
                "contains no job.json", where=self.folder, fix="name the folder that `headwater run` printed"
            )
        try:
            return JobConfig.model_validate_json(self._config.read_bytes())
        except ValidationError as error:
            raise InvalidFileError(f"not a job of this version: {_first(error)}", where=self._config) from None

    def paths(self, trial_id: str) -> TrialPaths:
        """Return the paths of a finished trial."""
        return TrialPaths(self.folder, trial_id)

    def is_finished(self, trial_id: str) -> bool:
        """Return whether a trial has its record."""
        return self.paths(trial_id).record.is_file()

    def trials(self) -> Iterator[Finished | DamagedError]:
        """Yield, in the job's order, each trial that has a folder. For a damaged trial, yield its error."""
        for trial_id in dict.fromkeys(spec.id for spec in self.config().trials):
            # A broken link means that the trial is damaged, not that it has yet to run.
            if os.path.lexists(self.paths(trial_id).folder):
                try:
                    yield self.read(trial_id)
                except DamagedError as error:
                    yield error

    def finished(self) -> Iterator[Finished]:
        """Yield, in the job's order, the trials that have a record.

        Raises:
            DamagedError: A record cannot be read.
        """
        for trial in self.trials():
            if isinstance(trial, DamagedError):
                raise trial
            yield trial

    def read(self, trial_id: str) -> Finished:
        """Read a finished trial with its newest verdict.

        Raises:
            DamagedError: A file of the trial cannot be read. The message names the file.
        """
        paths = self.paths(trial_id)
        path = paths.record
        try:
            record = TrialRecord.model_validate_json(path.read_bytes())
            if record.spec.id != trial_id:
                raise damaged(trial_id, path, "contains the record of another trial")
            latest = paths.latest_verdict()
            if latest is None:
                return Finished(record, None)
            path = latest
            return Finished(record, Verdict.model_validate_json(path.read_bytes()))
        except ValidationError as error:
            raise damaged(trial_id, path, f"damaged or of another version: {_first(error)}") from None
        except (OSError, ValueError, ArithmeticError) as error:  # the path is not a file, or its name is not a number
            raise damaged(trial_id, path, f"cannot be read: {error}") from None

    def is_running(self) -> bool:
        """Return whether a process is running the job."""
        with exclusive_if_free(self.lock) as free:
            return not free

    def forget(self, trial_id: str) -> None:
        """Remove a trial, so that it will run again."""
        self.paths(trial_id).discard()

    def forget_task(self, ref: str) -> None:
        """Remove all trials of a task, also those that are not in the configuration."""
        folders = (self.folder / "trials").glob(f"{ref.replace('/', '.')}__*")
        for trial_id in [folder.name for folder in folders]:
            self.forget(trial_id)

    def sweep(self) -> None:
        """Remove the files of interrupted trials."""
        for partial in (self.folder / "trials").glob(".*.partial"):
            trial_id = partial.name.removeprefix(".").removesuffix(".partial")
            if not partial.is_symlink():  # the link leads to a folder that a cluster node has written
                TrialPaths(self.folder, trial_id, partial=True).discard()
            else:
                partial.unlink()
        clear_staging(self.folder)


def damaged(trial: str, path: Path, what: str) -> DamagedError:
    """Return the error for a trial with a file that cannot be read."""
    return DamagedError(
        one_line(what)[:_LONGEST], where=path, fix="`headwater resume` runs the trial again", trial=trial
    )


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    return ": ".join(filter(None, [".".join(map(str, first["loc"])), first["msg"]]))
