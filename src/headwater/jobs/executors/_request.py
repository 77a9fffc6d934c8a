"""One trial as it is given to an executor, and what runs it, wherever that is."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path

from headwater.jobs._bases import keeping_bases
from headwater.jobs._models import install_agents
from headwater.jobs._settings import Settings
from headwater.records import JobOptions, PacingAddress, TrialSpec
from headwater.tasks import Task
from headwater.trials import Finished, Notify, Setting, run_trial


@dataclass(frozen=True)
class TrialRequest:
    """A trial with all that running it takes. It pickles: it holds no thread, lock, file or key.

    On another machine ``job``, ``home`` and ``isolation`` are others, and so may be the task's folder: replace them
    there, with ``dataclasses.replace``. Keys of providers are read from the environment of the process that runs it.

    Attributes:
        spec: Which trial.
        task: What it attempts, as it was read; the files are in its folder.
        job: Folder that gets the trial's own.
        home: Folder of the caches: harnesses, agents, starting states.
        isolation: What the machine cannot isolate, as ``sandbox.isolation.require_isolation`` says.
        options: Those of the job: limits, cassettes, commands of a person.
        pacing: Where its requests to a model wait for their turn, if the job has rates.
        all_gates: Whether it is graded beyond the first gate that does not clear.
    """

    spec: TrialSpec
    task: Task
    job: Path
    home: Path
    isolation: tuple[str, ...]
    options: JobOptions
    pacing: PacingAddress | None = None
    all_gates: bool = False


class Worker:
    """Runs trials in this process, in as many threads as call it.

    Args:
        cancel: Ends the trials when set. A person at the terminal who gives up sets it, too.
    """

    def __init__(self, cancel: threading.Event) -> None:
        self._cancel = cancel
        self._settings: dict[Hashable, Setting] = {}

    def run(self, request: TrialRequest, notify: Notify) -> Finished:
        """Run and grade a trial, and write its folder, whole or not at all.

        Software that is not in the cache is installed first.

        Raises:
            CancelledError: It was interrupted; nothing is left of it.
            NoRoomError: A file system is full, and not because of this trial; nothing is left of it.
            UserError: It could not begin because of its task, or of how its agent was asked for.
            InfraError: Software could not be installed.
        """
        with keeping_bases([request.task], request.home):
            setting = self._setting(request, notify)
            return run_trial(setting, request.job, request.task, request.spec, notify, all_gates=request.all_gates)

    def _setting(self, request: TrialRequest, notify: Notify) -> Setting:
        """Return the setting of a trial, made once for each task and harness."""
        spec = request.spec
        key = (request.home, request.isolation, request.options, request.pacing, spec.task, spec.harness, spec.agent)
        if key not in self._settings:
            tasks = {spec.task: request.task}
            settings = Settings(
                request.options, [spec], tasks, request.isolation, notify, self._cancel, request.home, request.pacing
            )
            install_agents([spec], tasks, settings.of, notify)
            self._settings[key] = settings.of(spec)
        return self._settings[key]
