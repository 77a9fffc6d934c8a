"""Defines the request that runs one trial, and the worker that runs it on any machine."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from dataclasses import dataclass, replace
from pathlib import Path

from headwater.jobs._bases import keeping_bases
from headwater.jobs._models import install_agents
from headwater.jobs._settings import Settings
from headwater.records import JobOptions, PacingAddress, TrialSpec
from headwater.tasks import Task
from headwater.trials import Finished, Notify, Setting, run_trial


@dataclass(frozen=True)
class TrialRequest:
    """A trial with everything that is needed to run it. It contains no thread, lock, file or key, so it can be pickled.

    On another machine, replace ``job``, ``home`` and ``isolation``, and the task's folder if it differs, with
    ``dataclasses.replace``. Keys of providers are read from the environment of the process that runs the trial.

    Attributes:
        spec: The trial.
        task: Its parsed task. The files of the task are in its folder.
        job: The folder in which the trial's folder is written.
        home: The cache folder, which contains harnesses, agents and starting states.
        isolation: The kinds of isolation that the machine lacks, as returned by ``isolation.require_isolation``.
        options: The job's options, such as limits, cassettes and the commands of a person.
        pacing: The address of the server that schedules its requests to a model. None without rate limits.
        all_gates: Whether grading continues after the first gate that does not clear.
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
    """Runs trials in this process. Several threads can call it."""

    def __init__(self) -> None:
        self._settings: dict[Hashable, Setting] = {}

    def run(self, request: TrialRequest, notify: Notify, cancel: threading.Event) -> Finished:
        """Run and grade a trial, and write its folder atomically.

        Software that is not in the cache is installed first.

        Args:
            request: The trial.
            notify: Called with each event of the trial.
            cancel: When set, ends the trial. It is also set when a person at the terminal gives up.

        Raises:
            CancelledError: The trial was interrupted and left no files.
            NoRoomError: A file system is full, although not because of this trial, which left no files.
            UserError: The trial could not start because of its task or its agent's options.
            InfraError: Software could not be installed.
        """
        # On another machine, no driver protects the bases in the caches.
        with keeping_bases([request.task], request.home):
            # A cached setting contains the cancellation event of the trial for which it was created, so the event is
            # replaced.
            setting = replace(self._setting(request, notify, cancel), cancel=cancel)
            return run_trial(setting, request.job, request.task, request.spec, notify, all_gates=request.all_gates)

    def _setting(self, request: TrialRequest, notify: Notify, cancel: threading.Event) -> Setting:
        """Return a trial's setting, which is created once per task and harness."""
        spec = request.spec
        key = (request.home, request.isolation, request.options, request.pacing, spec.task, spec.harness, spec.agent)
        if key not in self._settings:
            tasks = {spec.task: request.task}
            settings = Settings(
                request.options, [spec], tasks, request.isolation, notify, cancel, request.home, request.pacing
            )
            install_agents([spec], tasks, settings.of, notify)
            self._settings[key] = settings.of(spec)
        return self._settings[key]
