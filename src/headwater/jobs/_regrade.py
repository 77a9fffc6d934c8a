"""Grade the frozen states of a job again."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from headwater.caches import home
from headwater.errors import DamagedError, UnsupportedError
from headwater.jobs._bases import keeping_bases
from headwater.jobs._folder import JobFolder
from headwater.jobs._progress import Progress
from headwater.jobs._settings import Settings
from headwater.sandbox.isolation import require_isolation
from headwater.snapshots import start_digest
from headwater.tasks import Task, digest_task
from headwater.trials import Finished, Setting, grade_state, has_state, take_start


def regrade_job(
    job: JobFolder, tasks: Sequence[Task], progress: Progress, cancel: threading.Event
) -> tuple[int, list[str]]:
    """Grade the frozen states again; returns how many were, and why the others were not, a line each."""
    config = job.config()
    isolation = require_isolation(job.folder.parent, allow_weak=config.allow_weak_isolation)
    by_ref = {task.ref: task for task in tasks}
    skipped: list[str] = []
    graded = 0
    settings = Settings(config, config.trials, by_ref, isolation, progress.message, cancel, home())
    trials = list(job.trials())
    progress.started([trial.record.spec for trial in trials if not isinstance(trial, DamagedError)])
    with keeping_bases(tasks, home()):
        for finished in trials:
            if cancel.is_set():
                break
            if isinstance(finished, DamagedError):
                skipped.append(str(finished))
                continue
            spec = finished.record.spec
            try:
                progress.finished(_regrade(settings.of(spec), job, by_ref[spec.task], finished, progress))
                graded += 1
            except _NotGradableError as reason:
                skipped.append(f"{spec.id}: {reason}")
    return graded, skipped


class _NotGradableError(UnsupportedError):
    """A trial whose state cannot be graded again; the message goes on from its id."""


def _regrade(setting: Setting, job: JobFolder, task: Task, finished: Finished, progress: Progress) -> Finished:
    record = finished.record
    if record.digests is None:
        raise _NotGradableError(f"has no frozen state ({record.status})")
    if not has_state(job.paths(record.spec.id)):
        raise _NotGradableError("nothing is left of what the agent did")
    if digest_task(task).task != record.digests.task:
        raise _NotGradableError("the task has changed since; only its checks may")
    if not setting.snapshots.has(start_digest(task)):
        raise _NotGradableError("its snapshot was pruned")
    paths = job.paths(record.spec.id)
    with take_start(setting, task, progress.message) as snapshot:
        if snapshot.build != record.digests.snapshot:
            raise _NotGradableError("its snapshot was pruned and built anew; the state belongs to the old one")
        grade_state(setting, task, snapshot, paths, record, lambda event: progress.event(record.spec, event))
    return job.read(record.spec.id)
