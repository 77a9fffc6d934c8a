"""Run the trials of a job, N at once, and go on with one."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from headwater.caches import bases_lock, home
from headwater.errors import UserError
from headwater.jobs._folder import JobFolder
from headwater.jobs._limit import CacheLimit
from headwater.jobs._models import install_agents
from headwater.jobs._queue import Queue
from headwater.jobs._room import Room
from headwater.jobs._settings import Settings
from headwater.jobs._workers import run_all
from headwater.locks import exclusive_if_free, shared
from headwater.records import TrialSpec
from headwater.sandbox import sweep
from headwater.sandbox.isolation import require_isolation, require_unseen
from headwater.services import SERVICES
from headwater.snapshots import SnapshotStore
from headwater.tasks import Task
from headwater.trials import Finished, NoRoomError, run_trial


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
        tasks: Tasks of the job; trials of others are left for a later `resume`.
        progress: Is told what happens.
        cancel: Ends the running trials when set.
        all_gates_of: Agents whose states are graded beyond the first gate that does not clear.

    Raises:
        TasksBrokenError: Trials could not begin because of their task or agent; the others were run.
        NoRoomError: A file system is full; what had begun was run to its end.
        UserError: The machine cannot isolate, or another process runs this job.
    """
    config = job.config()
    require_unseen([home()])
    isolation = require_isolation(job.folder.parent, allow_weak=config.allow_weak_isolation)
    with exclusive_if_free(job.folder / ".lock") as free, keeping_bases(tasks):
        if not free:
            raise UserError(f"{job.folder}: another Headwater is running this job")
        sweep()
        job.sweep()
        by_ref = {task.ref: task for task in tasks}
        wanted = [spec for spec in dict.fromkeys(config.trials) if spec.task in by_ref]
        pending = [spec for spec in wanted if not job.is_finished(spec.id)]
        store = SnapshotStore(home())
        limit = CacheLimit(store, by_ref, pending)
        settings = Settings(config, pending, by_ref, isolation, progress.message, cancel)
        install_agents(pending, by_ref, settings.of, progress.message)

        def run(spec: TrialSpec) -> Finished:
            return run_trial(
                settings.of(spec),
                job.folder,
                by_ref[spec.task],
                spec,
                lambda event: progress.event(spec, event),
                all_gates=spec.agent in all_gates_of,
            )

        queue, room = Queue(pending, by_ref, store), Room(job.folder, home(), by_ref)
        try:
            run_all(queue, room, run, config.jobs, (progress.finished, limit.finished), cancel)
        except NoRoomError as error:
            raise NoRoomError(f"{error}, and then `headwater resume {job.folder}`") from None
        finally:
            limit.end()
        remaining = sum(not job.is_finished(spec.id) for spec in set(config.trials))
        return Outcome(cancel.is_set(), remaining)


@contextmanager
def keeping_bases(tasks: Sequence[Task]) -> Iterator[None]:
    """Let nobody remove what starting states are laid upon."""
    if all(task.config.base is None for task in tasks):
        yield
        return
    with shared(bases_lock(home())):
        yield
