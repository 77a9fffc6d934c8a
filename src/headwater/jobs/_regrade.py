"""Regrades a job's frozen states."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from headwater.archives import ArchiveStore, share_caches
from headwater.caches import home
from headwater.errors import BrokenTaskError, CancelledError, DamagedError, UnsupportedError, UserError
from headwater.jobs._bases import keeping_bases
from headwater.jobs._folder import JobFolder
from headwater.jobs._log import JobLog, Logged
from headwater.jobs._progress import Progress
from headwater.jobs._readable import readable_tasks
from headwater.jobs._settings import Settings
from headwater.plurals import counted
from headwater.records import JobConfig, TrialRecord
from headwater.sandbox.isolation import require_isolation
from headwater.snapshots import start_digest
from headwater.tasks import Task, digest_task
from headwater.trials import Finished, HostWatch, Setting, TrialPaths, grade_state, has_state, take_start


@dataclass(frozen=True)
class Regraded:
    """The result of grading a job's states again.

    Attributes:
        graded: Trials with a new verdict.
        skipped: One line for each trial that could not be regraded.
        errors: Errors in tasks, whose trials could not be regraded either.
        remaining: Trials that were not regraded because of an interruption.
    """

    graded: int
    skipped: tuple[str, ...]
    errors: tuple[UserError, ...]
    remaining: int


def regrade_job(job: JobFolder, progress: Progress, cancel: threading.Event) -> Regraded:
    """Regrade a job's frozen states, and keep earlier verdicts. The events are logged to ``job.log``.

    Raises:
        UserError: The folder is not a job.
        TasksBrokenError: No task of the job can be read.
        IsolationError: The machine cannot isolate the programs that grading runs.
        InfraError: The machine or a service failed. Verdicts that were written remain.
        NoRoomError: A file system became full, although not because of the trial that was graded. Verdicts that were
            written remain.
    """
    config = job.config()  # the folder may not be a job, so this is checked before a log is written
    with JobLog(job.folder) as log:
        regraded = _Regrading(job, config, Logged(progress, log), cancel).run()
        log.message(f"regraded {counted(regraded.graded, 'trial')}")
    return regraded


class _NotGradableError(UnsupportedError):
    """The state of a trial cannot be regraded. The message continues a sentence that begins with the trial's id."""


class _Regrading:
    def __init__(self, job: JobFolder, config: JobConfig, progress: Progress, cancel: threading.Event) -> None:
        self._job = job
        self._config = config
        self._progress = progress
        self._cancel = cancel

    def run(self) -> Regraded:
        config = self._config
        isolation = require_isolation(self._job.folder.parent, allow_weak=config.allow_weak_isolation)
        readable = readable_tasks(config)
        tasks = {task.ref: task for task in readable.tasks}
        specs = {spec.id: spec for spec in config.trials if spec.task in tasks}
        if config.store is not None:
            share_caches(home(), ArchiveStore(config.store))
        settings = Settings(config, specs.values(), tasks, isolation, self._progress.message, self._cancel, home())
        trials = [each for each in self._job.trials() if _id(each) in specs]
        self._progress.started([each.record.spec for each in trials if isinstance(each, Finished)])
        graded, skipped, errors = 0, list[str](), {str(error): error for error in readable.errors}
        with keeping_bases(readable.tasks, home()):
            for number, each in enumerate(trials):
                try:
                    self._regrade(each, settings, tasks)
                    graded += 1
                except DamagedError as error:
                    skipped.append(str(error))
                except _NotGradableError as reason:
                    skipped.append(f"{_id(each)}: {reason}")
                except BrokenTaskError as error:
                    errors[str(error)] = error
                except CancelledError:
                    return Regraded(graded, tuple(skipped), tuple(errors.values()), len(trials) - number)
        return Regraded(graded, tuple(skipped), tuple(errors.values()), 0)

    def _regrade(self, trial: Finished | DamagedError, settings: Settings, tasks: Mapping[str, Task]) -> None:
        if self._cancel.is_set():
            raise CancelledError("grading was interrupted")
        if isinstance(trial, DamagedError):
            raise trial
        spec = trial.record.spec
        task, paths = tasks[spec.task], self._job.paths(spec.id)
        setting = settings.of(spec)
        loss_reason = _loss(self._config)
        _require_state(trial.record, task, paths, setting, loss_reason)
        with take_start(setting, task, self._progress.message) as snapshot:
            if trial.record.digests is None or snapshot.build != trial.record.digests.snapshot:
                raise _NotGradableError(
                    f"{loss_reason}; the cache contains another build, to which the state does not belong"
                )
            with HostWatch(self._job.folder, setting.home, paths.scratch) as host:
                notify = partial(self._progress.event, spec)
                grade_state(setting, task, snapshot, paths, trial.record, notify, host)
        self._progress.finished(self._job.read(spec.id))


def _loss(config: JobConfig) -> str:
    """Return the reason why a snapshot of a job is missing."""
    if config.cluster is None or config.store is not None:
        return "its snapshot was pruned"
    return "its snapshot was pruned or is on a node without shared folders (jobs with `--ray-store` keep those)"


def _require_state(record: TrialRecord, task: Task, paths: TrialPaths, setting: Setting, loss_reason: str) -> None:
    """Make sure that the agent output exists, and that the current task would grade it in the same way.

    Args:
        record: The trial's record.
        task: The current task.
        paths: The trial's files.
        setting: The trial's setting.
        loss_reason: The reason to report if its snapshot is missing.
    """
    if record.digests is None:
        raise _NotGradableError(f"has no frozen state ({record.status})")
    if not has_state(paths):
        raise _NotGradableError("nothing is left of what the agent did")
    if digest_task(task).task != record.digests.task:
        raise _NotGradableError("the task has changed since the trial; only its checks may change")
    if not setting.snapshots.fetch(start_digest(task)):
        raise _NotGradableError(loss_reason)


def _id(trial: Finished | DamagedError) -> str:
    return trial.trial if isinstance(trial, DamagedError) else trial.record.spec.id
