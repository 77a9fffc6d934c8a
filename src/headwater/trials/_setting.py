"""Defines the setting that a job's trials share, and the result of one trial."""

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
    """A harness cannot be prepared for this task. Trials of the task with other harnesses still run."""


class NotReadyError(InfraError):
    """A state that trials need could not be built, because of the machine or Headwater."""


class Placed(NamedTuple):
    """Sent by an executor when a machine with room for the trial has been found, and the trial starts there.

    Attributes:
        machine: The name of the machine.
    """

    machine: str


class Ready(NamedTuple):
    """Sent when something that a trial needs is ready.

    Attributes:
        what: ``start``, ``prepared`` or ``reference``.
        wait_sec: The seconds for which this trial waited while another trial or process built the state.
        build_sec: The seconds that this trial took to build the state, if it did so.
        digest: The digest of the content, if results record this digest.
        model: The model usage while building the state, if a model was used.
    """

    what: str
    wait_sec: float
    build_sec: float
    digest: str | None = None
    model: GatewayOutcome | None = None


@dataclass(frozen=True)
class Setting:
    """Settings shared by the trials of a job.

    Attributes:
        commands: The commands of the agent ``human``, or None for a person at the terminal.
        timeout_sec: The time limit of agents, if given. It replaces the limit of each task.
        not_prepared: Errors from failed preparations that used a model, keyed by output key, so that other trials do
            not repeat the cost.
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
        """Return the task with this job's time limit for agents.

        States that all trials share are built with the task's own limit.
        """
        if self.timeout_sec is None:
            return task
        agent = task.config.agent.model_copy(update={"timeout_sec": self.timeout_sec})
        return replace(task, config=task.config.model_copy(update={"agent": agent}))

    def requested(self, config: TaskConfig) -> tuple[ServiceName, ...]:
        """Return the services that the harness requests but the task does not."""
        return tuple(name for name in self.harness.services if name not in config.services)

    def tooling(self, config: TaskConfig) -> Tooling:
        """Return the tooling for agents' code.

        In grading, the egress proxy's variables are the same, but they lead nowhere.
        """
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

        The entry in the cache can be a link to data elsewhere. The link is resolved here, because the other mounts of a
        sandbox may hide the target of a link.

        Raises:
            NotBuiltError: The data is not in the cache, or the link is broken.
        """
        if config.data is None:
            return None
        folder = self.home / config.data
        if folder.is_symlink():
            folder = folder.resolve()
            if not folder.is_dir():
                raise NotBuiltError(
                    f"its data is no longer in {folder}", where=config.ref, fix="restore it, or build it again"
                )
        if not folder.is_dir():
            raise NotBuiltError(
                f"its data {config.data} is not in {self.home}", where=config.ref, fix="rebuild it and its task"
            )
        return folder


@dataclass(frozen=True)
class Finished:
    """A trial and its verdict, as stored on disk. There is no verdict if there was nothing to grade."""

    record: TrialRecord
    verdict: Verdict | None

    @property
    def status(self) -> Status:
        """The status, which is ``invalid`` if a check also breaks on the control state.

        The trial becomes valid again if it is regraded after the check has been fixed.
        """
        return Status.INVALID if self.verdict and self.verdict.errors else self.record.status

    @property
    def reason(self) -> str:
        """The reason why the status is not ``ok``, on one line."""
        if self.status is not Status.INVALID or self.verdict is None:
            return self.record.reason
        first = self.verdict.errors[0]
        control = f", and on the {first.control.state} state as well" if first.control else ""
        return f"check {first.name} broke{control}: {one_line(first.message)}"
