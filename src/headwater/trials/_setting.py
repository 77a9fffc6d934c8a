"""What the trials of a job share, and what one trial comes to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from headwater import egress
from headwater.errors import InfraError, NotBuiltError, UnsupportedError
from headwater.grading import Tooling
from headwater.harnesses import BuiltHarness
from headwater.records import GatewayOutcome, ServiceName, Status, TaskConfig, TrialRecord, Verdict
from headwater.sandbox import DATA
from headwater.snapshots import SnapshotStore
from headwater.tasks import Task
from headwater.trials._models import Models
from headwater.untrusted import one_line

Notify = Callable[[Any], None]


class NotPreparedError(UnsupportedError):
    """A harness cannot be prepared for this task, however often it is tried; with other harnesses its trials run."""


class NotReadyError(InfraError):
    """What trials start from or are compared with could not be made, because of the machine or Headwater."""


class Ready(NamedTuple):
    """Sent when a trial has something that was made ready for it.

    Attributes:
        what: ``start``, ``prepared`` or ``reference``.
        wait_sec: How long it waited for another trial or process that made it.
        build_sec: How long making it took, if this trial did.
        digest: Of its content, where that is part of a result.
        model: What was counted of the model that was asked to make it, if one was.
    """

    what: str
    wait_sec: float
    build_sec: float
    digest: str | None = None
    model: GatewayOutcome | None = None


@dataclass(frozen=True)
class Setting:
    """What the trials of a job share.

    Attributes:
        commands: What agent human runs; None for a person at the terminal.
        timeout_sec: What the agent may take in place of its task's own limit.
        not_prepared: Preparations that have asked a model and failed, by what would have been made: no other trial pays
            for that again.
    """

    home: Path
    harness: BuiltHarness
    isolation: tuple[str, ...]
    cancel: threading.Event
    models: Models = field(default_factory=Models)
    commands: str | None = None
    timeout_sec: float | None = None
    not_prepared: dict[str, NotPreparedError] = field(default_factory=dict)

    @property
    def snapshots(self) -> SnapshotStore:
        """The cache of starting states."""
        return SnapshotStore(self.home)

    def limited(self, task: Task) -> Task:
        """Return a task with the time that its agent has; what is built for all trials of it has the task's own."""
        if self.timeout_sec is None:
            return task
        agent = task.config.agent.model_copy(update={"timeout_sec": self.timeout_sec})
        return replace(task, config=task.config.model_copy(update={"agent": agent}))

    def requested(self, config: TaskConfig) -> tuple[ServiceName, ...]:
        """Services that run because the harness requests them, and not the task."""
        return tuple(name for name in self.harness.services if name not in config.services)

    def tooling(self, config: TaskConfig) -> Tooling:
        """What agents' code finds around it; in grading the way out leads nowhere, but is told of like in the trial."""
        way_out = egress.variables() if config.network else {}
        running = (*config.services, *self.requested(config))
        of_services = {
            variable: value
            for name, env in self.harness.service_env.items()
            if name in running
            for variable, value in env.items()
        }
        mounts = dict(self.harness.mounts)
        if (data := self.data(config)) is not None:
            mounts[DATA] = data
        return Tooling(mounts, {**way_out, **self.harness.env, **of_services})

    def data(self, config: TaskConfig) -> Path | None:
        """Return the folder that the agent sees as `/data`, if the task has one.

        A link in the cache leads to data that stay where they are. It is followed here: a sandbox mounts what it is
        given, and can cover what a link leads to.

        Raises:
            NotBuiltError: It is not in the cache, or not where the link leads to.
        """
        if config.data is None:
            return None
        folder = self.home / config.data
        if folder.is_symlink():
            folder = folder.resolve()
            if not folder.is_dir():
                raise NotBuiltError(
                    f"its data are not in {folder} any more", where=config.ref, fix="put them back, or build it again"
                )
        if not folder.is_dir():
            raise NotBuiltError(
                f"its data {config.data} are not in {self.home}", where=config.ref, fix="build them and its task again"
            )
        return folder


@dataclass(frozen=True)
class Finished:
    """A trial with its verdict, as it is on disk; without one where there was nothing to grade."""

    record: TrialRecord
    verdict: Verdict | None

    @property
    def status(self) -> Status:
        """Whether it is evidence; not if a check breaks on the control state, until that is mended and graded again."""
        return Status.INVALID if self.verdict and self.verdict.errors else self.record.status

    @property
    def reason(self) -> str:
        """Why the status is not ok, in one line."""
        if self.status is not Status.INVALID or self.verdict is None:
            return self.record.reason
        first = self.verdict.errors[0]
        control = f", and on the {first.control.state} state as well" if first.control else ""
        return f"check {first.name} broke{control}: {one_line(first.message)}"
