"""Run the trials of a job, N at once; go on with one; grade one again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from headwater import harnesses
from headwater.caches import bases_lock, home
from headwater.errors import HeadwaterError, UserError
from headwater.harnesses.toolchains import equipped
from headwater.jobs._folder import JobFolder
from headwater.jobs._limit import CacheLimit
from headwater.jobs._models import install_agents, models_of
from headwater.locks import exclusive_if_free, shared
from headwater.records import JobConfig, TrialSpec
from headwater.sandbox import CancelledError, sweep
from headwater.sandbox.isolation import require_isolation, require_unseen
from headwater.services import SERVICES
from headwater.snapshots import SnapshotStore, start_digest
from headwater.tasks import Task, digest_task
from headwater.trials import Finished, Setting, grade_state, run_trial, take_start


class Progress:
    """What a job tells while it runs; the base class says nothing."""

    def message(self, text: str) -> None:
        """Something that is not about one trial."""

    def event(self, spec: TrialSpec, event: Any) -> None:
        """A trial moved on: ``AgentStarted``, ``CheckStarted``, ``CheckRecord`` or a line of text."""

    def finished(self, finished: Finished) -> None:
        """A trial is over and on disk."""


@dataclass(frozen=True)
class Outcome:
    """How a job ended."""

    interrupted: bool
    remaining: int


def require_services(tasks: Sequence[Task]) -> None:
    """Make sure that the engines of the tasks are installed.

    Raises:
        UserError: One is not; says how to install it.
    """
    for name in {name for task in tasks for name in task.config.services}:
        _ = SERVICES[name].version


def run_job(
    job: JobFolder,
    tasks: Sequence[Task],
    progress: Progress,
    cancel: threading.Event,
    *,
    all_gates_of: Collection[str] = (),
) -> Outcome:
    """Run every trial of the job that has no record yet; a trial cut short leaves nothing.

    Args:
        job: What to run, and where its trials go.
        tasks: All tasks of the job.
        progress: Is told what happens.
        cancel: Ends the running trials when set.
        all_gates_of: Agents whose states are graded beyond the first gate that does not clear.

    Raises:
        UserError: A task is broken, the machine cannot isolate, or another process runs this job.
    """
    config = job.config()
    require_unseen([home()])
    isolation = require_isolation(job.folder.parent, allow_weak=config.allow_weak_isolation)
    with exclusive_if_free(job.folder / ".lock") as free, _keeping_bases(tasks):
        if not free:
            raise UserError(f"{job.folder}: another Headwater is running this job")
        sweep()
        job.sweep()
        by_ref = {task.ref: task for task in tasks}
        pending = [spec for spec in config.trials if not job.is_finished(spec.id)]
        limit = CacheLimit(SnapshotStore(home()), by_ref, pending)
        settings = _settings(config, pending, by_ref, isolation, progress, cancel)
        install_agents(pending, by_ref, lambda spec: settings[_kit(spec, by_ref)], progress.message)

        def run(spec: TrialSpec) -> Finished:
            return run_trial(
                settings[_kit(spec, by_ref)],
                job.folder,
                by_ref[spec.task],
                spec,
                lambda event: progress.event(spec, event),
                all_gates=spec.agent in all_gates_of,
            )

        _run_all(pending, run, config.jobs, (progress.finished, limit.finished), cancel)
        limit.end()
        remaining = sum(not job.is_finished(spec.id) for spec in config.trials)
        return Outcome(cancel.is_set(), remaining)


@contextmanager
def _keeping_bases(tasks: Sequence[Task]) -> Iterator[None]:
    """Let nobody remove what starting states are laid upon."""
    if all(task.config.base is None for task in tasks):
        yield
        return
    with shared(bases_lock(home())):
        yield


class _Kit(NamedTuple):
    """What decides on the software in a trial's sandbox."""

    harness: str
    toolchain: str | None
    clock: date | None


def _kit(spec: TrialSpec, tasks: Mapping[str, Task]) -> _Kit:
    config = tasks[spec.task].config
    return _Kit(spec.harness, config.toolchain, config.clock)


def _settings(
    config: JobConfig,
    specs: Sequence[TrialSpec],
    tasks: Mapping[str, Task],
    isolation: tuple[str, ...],
    progress: Progress,
    cancel: threading.Event,
) -> dict[_Kit, Setting]:
    kits = dict.fromkeys(_kit(spec, tasks) for spec in specs)
    built = {name: harnesses.prepare(name, home(), progress.message) for name in dict.fromkeys(kit[0] for kit in kits)}
    return {
        kit: Setting(
            home(),
            equipped(built[kit.harness], kit.toolchain, kit.clock, home(), progress.message),
            isolation,
            cancel,
            models_of(config),
            config.commands,
        )
        for kit in kits
    }


def _run_all(
    specs: Sequence[TrialSpec],
    run: Callable[[TrialSpec], Finished],
    at_once: int,
    told: Sequence[Callable[[Finished], None]],
    cancel: threading.Event,
) -> None:
    """Run trials in threads; the first that raises stops the others and is raised."""
    waiting = list(reversed(specs))
    running: dict[Future[Finished], TrialSpec] = {}
    failure: BaseException | None = None
    with ThreadPoolExecutor(at_once, thread_name_prefix="trial") as pool:
        while waiting or running:
            while waiting and len(running) < at_once and not cancel.is_set():
                spec = waiting.pop()
                running[pool.submit(run, spec)] = spec
            if not running:
                break
            try:
                done, _ = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
            except KeyboardInterrupt:
                cancel.set()
                continue
            for future in done:
                del running[future]
                try:
                    finished = future.result()
                    for tell in told:
                        tell(finished)
                except CancelledError:
                    pass
                except Exception as error:  # noqa: BLE001 - it is raised when all have ended
                    failure = failure or error
                    cancel.set()
    if failure is not None:
        raise failure


def regrade_job(
    job: JobFolder, tasks: Sequence[Task], progress: Progress, cancel: threading.Event
) -> tuple[int, list[str]]:
    """Grade the frozen states again; returns how many were, and why the others were not, a line each."""
    config = job.config()
    isolation = require_isolation(job.folder.parent, allow_weak=config.allow_weak_isolation)
    by_ref = {task.ref: task for task in tasks}
    skipped: list[str] = []
    graded = 0
    settings = _settings(config, config.trials, by_ref, isolation, progress, cancel)
    with _keeping_bases(tasks):
        for finished in job.finished():
            spec = finished.record.spec
            if cancel.is_set():
                break
            try:
                setting = settings[_kit(spec, by_ref)]
                progress.finished(_regrade(setting, job, by_ref[spec.task], finished, progress))
                graded += 1
            except _NotGradableError as reason:
                skipped.append(f"{spec.id}: {reason}")
    return graded, skipped


class _NotGradableError(HeadwaterError):
    pass


def _regrade(setting: Setting, job: JobFolder, task: Task, finished: Finished, progress: Progress) -> Finished:
    record = finished.record
    if record.digests is None:
        raise _NotGradableError(f"has no frozen state ({record.status})")
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
