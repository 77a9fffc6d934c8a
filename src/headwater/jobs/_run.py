"""Runs a job's trials, several at a time, and continues an interrupted job."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from headwater.archives import ArchiveStore, share_caches
from headwater.caches import home
from headwater.errors import CancelledError, JobBusyError, NoRoomError
from headwater.jobs._bases import keeping_bases
from headwater.jobs._dispatch import Dispatcher
from headwater.jobs._folder import JobFolder
from headwater.jobs._job_budget import Accounted, JobBudget
from headwater.jobs._limit import CacheLimit
from headwater.jobs._log import JobLog, Logged
from headwater.jobs._models import install_agents, paid_trials
from headwater.jobs._progress import Progress
from headwater.jobs._queue import Queue, queue_of
from headwater.jobs._room import DiskSpace, disk_limits
from headwater.jobs._settings import Settings
from headwater.jobs._spending import Spending
from headwater.jobs.executors import Executor, Pool, TrialRequest, find_executor
from headwater.locks import exclusive_if_free
from headwater.records import JobConfig, PacingAddress, RateLimit, TrialSpec
from headwater.sandbox import sweep
from headwater.sandbox.isolation import require_isolation, require_unseen
from headwater.services import SERVICES
from headwater.snapshots import SnapshotStore
from headwater.tasks import Task
from headwater.trials import Finished, Ready


@dataclass(frozen=True)
class JobOutcome:
    """A job's outcome."""

    interrupted: bool
    remaining: int


def require_services(tasks: Sequence[Task]) -> None:
    """Make sure that the engines that the tasks need are installed.

    Raises:
        MissingDependencyError: An engine is missing. The message says how to install it.
    """
    for name in {name for task in tasks for name in task.config.services}:
        _ = SERVICES[name].version


def run_job(
    job: JobFolder,
    tasks: Sequence[Task],
    progress: Progress,
    cancel: threading.Event,
    *,
    executor: Executor | None = None,
    all_gates_of: Collection[str] = (),
) -> JobOutcome:
    """Run every trial of the job that has no record yet. An interrupted trial leaves no files.

    The events are logged to ``job.log`` in the job's folder.

    Args:
        job: The job, with its folder and its trials.
        tasks: Tasks of the job. Trials of other tasks are left for a later `resume`.
        progress: Receives messages and events.
        cancel: Ends the running trials when set.
        executor: Runs the trials. If it is None, the executor in the job's configuration runs them.
        all_gates_of: Agents whose states are graded beyond the first gate that does not clear.

    Raises:
        TasksBrokenError: Some trials could not start because of their task or agent. The others have run.
        NoRoomError: A file system became full. The trials that had started have ended.
        JobBudgetError: The job's budget was used up.
        ClusterError: The machines that run trials became unreachable.
        IsolationError: The machine cannot isolate trials.
        JobBusyError: Another process runs this job.
    """
    config = job.config()
    executor = executor or find_executor(config.executor, config.cluster, config.store)
    if executor.store is not None:
        share_caches(home(), ArchiveStore(executor.store))
    require_unseen([home()])
    isolation = require_isolation(job.folder.parent, allow_weak=config.allow_weak_isolation)
    with exclusive_if_free(job.lock) as free, keeping_bases(tasks, home()):
        if not free:
            raise JobBusyError("another Headwater is running this job", where=job.folder)
        sweep()
        # Partial folders are leftovers only while this process holds the lock. In a running job, they are its trials.
        job.sweep()
        with JobLog(job.folder) as log:
            driver = _Driver(job, config, {task.ref: task for task in tasks}, isolation, progress, log, cancel)
            driver.run(executor, all_gates_of)
            remaining = sum(not job.is_finished(spec.id) for spec in set(config.trials))
            log.ends(interrupted=cancel.is_set(), remaining=remaining)
        if log.error is not None:
            progress.message(f"{job.folder}/job.log lacks lines: {log.error.strerror}")
        return JobOutcome(cancel.is_set(), remaining)


class _Driver:
    """The driver of a job. It does everything except run the trials, which executors do."""

    def __init__(
        self,
        job: JobFolder,
        config: JobConfig,
        tasks: Mapping[str, Task],
        isolation: tuple[str, ...],
        progress: Progress,
        log: JobLog,
        cancel: threading.Event,
    ) -> None:
        self._job = job
        self._config = config
        self._tasks = tasks
        self._isolation = isolation
        self._progress: Progress = Logged(progress, log)
        self._log = log
        self._cancel = cancel

    def run(self, executor: Executor, all_gates_of: Collection[str]) -> None:
        config, tasks = self._config, self._tasks
        specs = [spec for spec in dict.fromkeys(config.trials) if spec.task in tasks]
        pending = [spec for spec in specs if not self._job.is_finished(spec.id)]
        self._log.starts(config, len(pending))
        self._progress.started(pending)
        store = SnapshotStore(home())
        limit = CacheLimit(store, tasks, pending)
        # Shared software is installed once, here, so that a failure is reported before the first trial.
        settings = Settings(config, pending, tasks, self._isolation, self._progress.message, self._cancel, home())
        install_agents(pending, tasks, settings.of, self._progress.message)
        queue = queue_of(pending, tasks, store)
        room = DiskSpace(self._job.folder, home(), disk_limits(tasks, elsewhere=executor.reserves_disk))
        spending = Spending(self._job.folder)
        budget = JobBudget(config, spending, paid_trials(pending, tasks), self._job.folder)
        self._progress = Accounted(self._progress, spending, budget)
        callbacks = (self._progress.finished, limit.finished)
        dispatcher = Dispatcher(queue, room, budget, callbacks, self._cancel, self._log)
        try:
            # Pacing ends after the pool, because a gateway that loses the pacing server ends its run with a fault.
            with (
                _pacing(config.rates, executor.address()) as pacing,
                executor.open(config.jobs, self._progress.message, self._cancel) as pool,
            ):
                dispatcher.run(self._submit(pool, queue, all_gates_of, pacing), pool.cancel, self._at_once(pool))
        except NoRoomError as error:
            then = f"`headwater resume {self._job.folder}`"
            fix = f"{error.fix}, and then {then}" if error.fix else then
            raise NoRoomError(error.what, where=error.where, fix=fix) from None
        except CancelledError:
            if not self._cancel.is_set():
                raise
            # The user interrupted the job while the executor waited for machines. No trial has begun.
        finally:
            limit.end()

    def _at_once(self, pool: Pool) -> Callable[[], int]:
        job_limit = self._config.jobs
        return pool.capacity if job_limit is None else lambda: job_limit

    def _submit(
        self, pool: Pool, queue: Queue[TrialSpec], all_gates_of: Collection[str], pacing: PacingAddress | None
    ) -> Callable[[TrialSpec], Future[Finished]]:
        options = self._config.options()

        def notify(spec: TrialSpec, event: Any) -> None:
            if isinstance(event, Ready) and event.what == "start":
                queue.built(spec)
            self._progress.event(spec, event)

        def submit(spec: TrialSpec) -> Future[Finished]:
            request = TrialRequest(
                spec=spec,
                task=self._tasks[spec.task],
                job=self._job.folder,
                home=home(),
                isolation=self._isolation,
                options=options,
                pacing=pacing,
                all_gates=spec.agent in all_gates_of,
            )
            return pool.submit(request, lambda event: notify(spec, event))

        return submit


def _pacing(rates: Sequence[RateLimit], host: str) -> AbstractContextManager[PacingAddress | None]:
    """Serve turns for requests to models while a job runs, if the job has rate limits."""
    if not rates:
        return nullcontext()
    from headwater.jobs._pacing import serve_pacing  # imported late, because it loads asyncio

    return serve_pacing(rates, host)
