"""Represents a job that was started by this process or opened from its folder."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from headwater.api._results import Results
from headwater.caches import require_writable_home
from headwater.errors import JobBusyError
from headwater.jobs import (
    JobFolder,
    JobOutcome,
    Progress,
    parse_budget,
    readable_tasks,
    reopen_job,
    require_harnesses,
    require_models,
    require_people,
    require_room_for_a_trial,
    require_services,
    run_job,
)
from headwater.jobs.executors import Executor, find_executor
from headwater.plurals import counted
from headwater.records import JobConfig, Limits
from headwater.results import rows_of
from headwater.sandbox import preload
from headwater.tasks import Task

_LOG = logging.getLogger("headwater.jobs")
_POLL_SEC = 0.5
_SIGNAL_SEC = 0.1


@dataclass(frozen=True)
class JobStatus:
    """A job's progress.

    Attributes:
        total: The number of trials in the job.
        finished: The number of trials that have a record.
        is_running: Whether this process or another one is running the job.
    """

    total: int
    finished: int
    is_running: bool

    @property
    def remaining(self) -> int:
        """The number of trials that have no record."""
        return self.total - self.finished


class Job:
    """A job and its folder, which contains all of its output.

    Args:
        folder: The folder of a job that has run before, or that another process is running.

    Raises:
        UserError: The folder does not contain a job.
    """

    def __init__(self, folder: str | Path) -> None:
        self._folder = JobFolder(Path(folder).absolute())
        self._folder.config()
        self._run: Future[JobOutcome] | None = None
        self._cancel = threading.Event()
        self._left_out: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Return the folder and the job's progress."""
        status = self.status()
        running = ", running" if status.is_running else ""
        return f"<Job {self.folder}: {status.finished} of {counted(status.total, 'trial')}{running}>"

    @property
    def folder(self) -> Path:
        """The job's folder. docs/results.md describes its content."""
        return self._folder.folder

    @property
    def config(self) -> JobConfig:
        """The configuration with which the job was started."""
        return self._folder.config()

    @property
    def left_out(self) -> tuple[str, ...]:
        """The tasks that ``resume`` left out because they could no longer be read, one per line."""
        return self._left_out

    @property
    def is_interrupted(self) -> bool:
        """Return whether the run that this object started was cancelled before its end."""
        run = self._run
        return run is not None and run.done() and run.exception() is None and run.result().interrupted

    def status(self) -> JobStatus:
        """Return the current progress. This can be called at any time."""
        trials = {spec.id for spec in self.config.trials}
        finished = sum(map(self._folder.is_finished, trials))
        return JobStatus(len(trials), finished, self._is_here() or self._folder.is_running())

    def wait(self, timeout_sec: float | None = None) -> Self:
        """Wait until no process runs the job, and return this job.

        Ctrl-C, or the interruption of a notebook's cell, cancels a job that this object runs. Finished trials are kept.

        Args:
            timeout_sec: The maximum time to wait. The job continues after this time.

        Raises:
            TimeoutError: The job still runs.
            TasksBrokenError: Some trials could not start because of their task or agent. The other trials have run.
            NoRoomError: A file system is full.
            JobBudgetError: The job's budget is used up. Finished trials are kept.
            UserError: The job could not run as requested.
        """
        if self._run is None:
            self._await_others(timeout_sec)
            return self
        # `Thread.join` cannot be used, because before Python 3.13 a thread counts as ended if an interrupt arrives
        # during its join.
        try:
            is_over = _wait(self._run, timeout_sec)
        except KeyboardInterrupt:
            self.cancel()
            _wait(self._run, None)
            raise
        if not is_over:
            raise TimeoutError(f"{self.folder}: still runs after {timeout_sec:g} s")
        self._run.result()
        return self

    def cancel(self) -> None:
        """Cancel the job that this object runs, and return immediately. ``resume`` continues the job later."""
        self._cancel.set()

    def resume(
        self,
        *,
        executor: str | Executor | None = None,
        job_limits: Limits | str | Iterable[str] = (),
        progress: Progress | None = None,
        cancel: threading.Event | None = None,
    ) -> Self:
        """Start the trials that have no record, and those that ended with ``infra_error``, and return immediately.

        Args:
            executor: The executor that runs the trials. The default is the one with which the job was started.
            job_limits: The new limits on the whole job. Past usage counts against them. By default, the limits do not
                change.
            progress: Receives the job's events.
            cancel: Ends the job when set, as ``cancel`` does.

        Raises:
            UserError: None of the tasks can be read, another process is running the job, or the machine lacks something
                that the trials need. Nothing was started.
        """
        if self._is_here():
            raise JobBusyError("this job is already running", where=self.folder, fix="wait for its end first")
        preload(["headwater.trials"])
        config = self.config
        limits = (
            job_limits
            if isinstance(job_limits, Limits)
            else parse_budget([job_limits] if isinstance(job_limits, str) else job_limits, "--job-budget")
        )
        if limits != Limits():
            config = config.model_copy(update={"job_limits": limits})
            require_room_for_a_trial(limits, config.limits)
        if executor is None or isinstance(executor, str):
            same = executor is None or executor == config.executor
            where = (config.cluster, config.store) if same else (None, None)
            executor = find_executor(executor or config.executor, *where)
        readable = readable_tasks(config)
        tasks, self._left_out = readable.tasks, tuple(map(str, readable.errors))
        executor.require()
        by_ref = {task.ref: task for task in tasks}
        require_services(tasks)
        require_harnesses((spec for spec in config.trials if spec.task in by_ref), by_ref)
        require_writable_home()
        require_models(config, tasks, needs_keys=executor.cluster is None)
        require_people(config, executor)
        notify = notices(progress)
        for line in reopen_job(self._folder):
            notify(line)
        if limits != Limits():
            self._folder.raise_budget(limits)
        for line in self._left_out:
            notify(f"{line}; its trials are left out")
        self._start(tasks, executor, progress, cancel)
        return self

    def results(self) -> Results:
        """Return the rows of the trials that have a record. This is possible while the job runs."""
        return Results(rows_of(self._folder))

    @classmethod
    def _started(
        cls,
        folder: JobFolder,
        tasks: Sequence[Task],
        executor: Executor,
        progress: Progress | None,
        cancel: threading.Event | None,
    ) -> Self:
        job = cls(folder.folder)
        job._start(tasks, executor, progress, cancel)
        return job

    def _start(
        self, tasks: Sequence[Task], executor: Executor, progress: Progress | None, cancel: threading.Event | None
    ) -> None:
        self._cancel = cancel or threading.Event()
        self._run = run = Future[JobOutcome]()

        def work() -> None:
            try:
                run.set_result(run_job(self._folder, tasks, progress or Progress(), self._cancel, executor=executor))
            except BaseException as error:  # noqa: BLE001 - `wait` raises it
                run.set_exception(error)

        threading.Thread(target=work, name=f"job {self.folder.name}").start()

    def _is_here(self) -> bool:
        return self._run is not None and not self._run.done()

    def _await_others(self, timeout_sec: float | None) -> None:
        deadline = None if timeout_sec is None else time.monotonic() + timeout_sec
        while self._folder.is_running():
            if deadline is not None and time.monotonic() >= deadline:
                raise TimeoutError(f"{self.folder}: still runs after {timeout_sec:g} s")
            time.sleep(_POLL_SEC)


def _wait(run: Future[JobOutcome], timeout_sec: float | None) -> bool:
    """Wait for the end of a run, and return whether it is over.

    Python calls the handler of a signal when the main thread runs. If another thread receives the signal, a wait
    without pauses would delay Ctrl-C until the end of the job.
    """
    deadline = math.inf if timeout_sec is None else time.monotonic() + timeout_sec
    while not run.done() and (remaining_sec := deadline - time.monotonic()) > 0:
        wait_for([run], min(_SIGNAL_SEC, remaining_sec))
    return run.done()


def notices(progress: Progress | None) -> Callable[[str], None]:
    """Return a callback that logs messages about a job that has not started yet and passes them to ``progress``."""

    def notify(line: str) -> None:
        _LOG.warning(line)
        if progress is not None:
            progress.message(line)

    return notify
