"""Builds the settings that a job's trials share: the harness, and each task's toolchain and clock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from headwater import harnesses
from headwater.harnesses.toolchains import equipped
from headwater.jobs._models import models_of
from headwater.records import JobOptions, PacingAddress, TrialSpec
from headwater.tasks import Task
from headwater.trials import Setting


class _Kit(NamedTuple):
    """The values that identify the software in a trial's sandbox."""

    harness: str
    toolchain: str | None
    clock: date | None


def require_harnesses(specs: Iterable[TrialSpec], tasks: Mapping[str, Task]) -> None:
    """Check, before anything is built or run, that the trials can use their harnesses.

    Raises:
        UserError: A harness does not exist, needs a service that its trials do not have, or needs more memory than
            they have. The message says what to do.
    """
    for harness, ref in dict.fromkeys((spec.harness, spec.task) for spec in specs):
        config = tasks[ref].config
        harnesses.find_harness(harness).require(ref, config.services, config.agent.memory_mb)


class Settings:
    """The settings of a job's trials. Harnesses and toolchains are built when they are needed.

    Args:
        options: The job's options.
        specs: The trials.
        tasks: The trials' tasks, keyed by reference.
        isolation: The kinds of isolation that the machine lacks.
        message: Called with each step of a build.
        cancel: When set, ends the trials.
        home: The cache folder.
        pacing: The address of the server that schedules requests to models within the job's rate limits.
    """

    def __init__(
        self,
        options: JobOptions,
        specs: Iterable[TrialSpec],
        tasks: Mapping[str, Task],
        isolation: tuple[str, ...],
        message: Callable[[str], None],
        cancel: threading.Event,
        home: Path,
        pacing: PacingAddress | None = None,
    ) -> None:
        self._tasks = tasks
        specs = tuple(specs)
        require_harnesses(specs, tasks)
        kits = dict.fromkeys(self._kit(spec) for spec in specs)
        built = {name: harnesses.prepare(name, home, message) for name in dict.fromkeys(kit.harness for kit in kits)}
        self._settings = {
            kit: Setting(
                home,
                equipped(built[kit.harness], kit.toolchain, kit.clock, home, message),
                isolation,
                cancel,
                models_of(options, pacing),
                options.commands,
                options.timeout_sec,
            )
            for kit in kits
        }

    def of(self, spec: TrialSpec) -> Setting:
        """Return a trial's setting."""
        return self._settings[self._kit(spec)]

    def _kit(self, spec: TrialSpec) -> _Kit:
        config = self._tasks[spec.task].config
        return _Kit(spec.harness, config.toolchain, config.clock)
