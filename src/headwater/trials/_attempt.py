"""The agent's part of a trial: services up, agent run within its limits, services stopped, state frozen."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from headwater.agents import DEADLINE
from headwater.egress import join
from headwater.grading import LayeredState
from headwater.records import AgentLimits, Phase, Status
from headwater.sandbox import (
    HOME,
    WORKSPACE,
    Emit,
    Layers,
    Limits,
    Process,
    User,
    View,
    disk_usage,
    open_sandbox,
)
from headwater.services import ServiceDiedError, Stack, mount_data
from headwater.trials._home import Home
from headwater.trials._judge import Run

_POLL_SEC = 0.05
_DISK_SEC = 0.25


class AgentMayRun(NamedTuple):
    """Sent before the agent's program is started, since whatever happens from then on may be its doing.

    Attributes:
        may: False if it could not be started after all.
    """

    may: bool


class AgentStarted(NamedTuple):
    """Sent when the agent's program is started; the services are ready."""

    at: float


@dataclass(frozen=True)
class AttemptPlan:
    """What to run, on what; picklable, so that it can enter a cell.

    Attributes:
        layers: The starting state.
        state: Empty folder that takes what changes.
        env: The agent's environment, to which the services' variables are added.
        mounts: Shown to the agent read-only.
        files: Written into the agent's home first.
        keeps: Patterns of files in its home that are kept in ``kept``.
        stop: The signal that asks it to end, and how long it has for that.
        gateway: Its control socket, if the agent has a model.
        egress: The control socket of its way out, if the task allows one.
        faulted_before: A fault that this agent may have caused has ended a run already, so that what it leaves is
            frozen even if a service dies.
    """

    argv: Sequence[str]
    env: Mapping[str, str]
    mounts: Mapping[str, Path]
    layers: LayeredState
    state: Path
    agent_log: Path
    service_logs: Path
    limits: AgentLimits
    files: Mapping[str, str]
    keeps: Sequence[str]
    kept: Path
    stop: tuple[signal.Signals, float]
    gateway: Path | None
    egress: Path | None = None
    faulted_before: bool = False


@dataclass(frozen=True)
class AttemptResult:
    """How the agent's run went.

    Attributes:
        died: The service that died under the agent, where that did not end the run.
    """

    run: Run
    phases: tuple[Phase, ...]
    died: ServiceDiedError | None = None


def attempt(emit: Emit, plan: AttemptPlan) -> AttemptResult:
    """Run the agent; in a cell.

    Raises:
        InfraError: A service did not start.
        ServiceDiedError: One died by itself, and no fault of this agent's had ended a run before.
    """
    clock = _Clock()
    outside = [plan.state, *plan.mounts.values(), *plan.layers.workspace]
    sandbox = open_sandbox(outside)
    workspace = sandbox.mount(Layers(plan.layers.workspace, plan.state / "workspace"))
    data = mount_data(sandbox, plan.layers.services, plan.state)
    limits = Limits(plan.limits.memory_mb, plan.limits.cpus, plan.limits.processes, plan.limits.disk_mb)
    sandbox.limit(User.AGENT, limits)
    home = Home(sandbox, plan.files)
    with Stack(sandbox, data, plan.service_logs) as stack:
        clock.lap("services")
        if plan.gateway is not None:
            from headwater.gateway import listen

            listen(stack.network, plan.gateway)
        if plan.egress is not None:
            join(stack.network, plan.egress)
        deadline = datetime.now(UTC) + timedelta(seconds=plan.limits.timeout_sec)
        own = {"HOME": HOME, "LANG": "C.UTF-8", "USER": "agent", DEADLINE: deadline.isoformat(timespec="seconds")}
        with _may_run(emit):
            process = sandbox.spawn(
                plan.argv,
                user=User.AGENT,
                view=View(read_only=plan.mounts, writable={WORKSPACE: workspace, **home.folders}, workdir=WORKSPACE),
                env={**own, **plan.env, **stack.variables},
                network=stack.network,
                log=plan.agent_log,
                limits=limits,
            )
        started = time.monotonic()
        emit(AgentStarted(time.time()))
        broken = _watch(process, plan.limits, [plan.state / "workspace", *home.folders.values()])
        if broken is not None:
            number, grace_sec = plan.stop
            process.signal(number)
            process.wait(grace_sec)
        exit_code, seconds = process.exit_code, time.monotonic() - started
        process.kill()
        clock.lap("agent")
        died = None
        try:
            stack.require_alive()
        except ServiceDiedError as death:
            if not plan.faulted_before:
                raise
            died = death
    killed = sandbox.out_of_memory_kills(User.AGENT)
    sandbox.close()
    home.keep(plan.keeps, plan.kept)
    clock.lap("freeze")
    return AttemptResult(Run(broken, exit_code, killed, seconds), tuple(clock.phases), died)


@contextmanager
def _may_run(emit: Emit) -> Iterator[None]:
    emit(AgentMayRun(True))
    try:
        yield
    except Exception:
        emit(AgentMayRun(False))
        raise


class _Clock:
    def __init__(self) -> None:
        self.phases: list[Phase] = []
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.phases.append(Phase(name=name, seconds=round(now - self._last, 4)))
        self._last = now


def _watch(process: Process, limits: AgentLimits, written: Sequence[Path]) -> tuple[Status, str] | None:
    """Wait for the end, or for the first limit that is broken, which is returned."""
    started = time.monotonic()
    next_look = started + _DISK_SEC
    while not process.wait(_POLL_SEC):
        now = time.monotonic()
        if now - started > limits.timeout_sec:
            return Status.AGENT_TIMEOUT, f"the agent ran longer than {limits.timeout_sec:.0f} s"
        if now > next_look:
            used = sum(disk_usage(folder) for folder in written)
            if used > limits.disk_mb << 20:
                return Status.AGENT_ERROR, f"the agent wrote {used >> 20} MiB, more than {limits.disk_mb} MiB"
            # A look at many files takes long; most of the time is the agent's.
            next_look = now + max(_DISK_SEC, 5 * (time.monotonic() - now))
    return None
