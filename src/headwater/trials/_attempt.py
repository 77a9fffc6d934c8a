"""Runs the agent's part of a trial: starts services, runs the agent within its limits, and freezes the state."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from headwater.egress import join
from headwater.grading import LayeredState, agent_environment, agent_limits, agent_view
from headwater.records import AgentLimits, Phase, Status
from headwater.sandbox import (
    SERVICE_LIMITS,
    Bound,
    Emit,
    Reads,
    SandboxProcess,
    User,
    open_sandbox,
    wait_within,
)
from headwater.services import ServiceDiedError, Stack
from headwater.trials._home import Home
from headwater.trials._judge import ProgramEnd
from headwater.trials._workload import RunningWorkload, WorkloadPlan
from headwater.trials._written import WrittenState


class AgentMayRun(NamedTuple):
    """Sent before the agent's program starts. From then on, the agent may cause any fault.

    Attributes:
        may: False if the program could not be started after all.
    """

    may: bool


class AgentStarted(NamedTuple):
    """Sent when the services are ready and the agent's program has started."""

    at: float


class AgentPaced(NamedTuple):
    """Sent when the agent's time limit has expired but was extended by its waits for rate limits.

    Attributes:
        seconds: The seconds for which the agent has waited so far.
    """

    seconds: float


class AgentEnded(NamedTuple):
    """Sent when all processes of the agent have ended and its model usage has been reported in full."""

    at: float


@dataclass(frozen=True)
class AttemptPlan:
    """The program and the state of an attempt. A plan can be pickled and sent to a cell.

    Attributes:
        layers: The starting state.
        state: An empty folder that receives the changes.
        tools: The variables of the harness and of the egress proxy. Values may refer to services.
        env: The variables of the agent's own program. The services' variables are added to both.
        mounts: Paths that the agent sees read-only.
        files: Files that are written into the agent's home first.
        keeps: Patterns of the files in the agent's home that are copied to ``kept_files``.
        stop: The signal that asks the agent to end, and the seconds until it is killed.
        gateway: The control socket of the gateway, if the agent uses a model.
        egress: The control socket of the egress proxy, if the task allows network access.
        faulted_before: Whether an earlier run ended with a fault that the agent may have caused. If so, the agent's
            output is frozen even if a service dies.
        data: The folder among ``mounts`` whose reads are traced.
        databases_mb: The number of MiB that all services together may write.
        workload: The task's workload, if it has one.
    """

    argv: Sequence[str]
    tools: Mapping[str, str]
    env: Mapping[str, str]
    mounts: Mapping[str, Path]
    layers: LayeredState
    state: Path
    agent_log: Path
    service_logs: Path
    limits: AgentLimits
    files: Mapping[str, str]
    keeps: Sequence[str]
    kept_files: Path
    stop: tuple[signal.Signals, float]
    gateway: Path | None
    egress: Path | None = None
    faulted_before: bool = False
    data: Path | None = None
    databases_mb: int = SERVICE_LIMITS.disk_mb
    workload: WorkloadPlan | None = None


@dataclass(frozen=True)
class AttemptResult:
    """The result of the agent's run.

    Attributes:
        died: The service that died during the run, if the run continued without it.
        weaknesses: The isolation features that this run lacked.
        reads: The files of the task's data that were opened, if the task has data.
    """

    run: ProgramEnd
    phases: tuple[Phase, ...]
    service_death: ServiceDiedError | None = None
    weaknesses: tuple[str, ...] = ()
    reads: Reads | None = None


def attempt(emit: Emit, plan: AttemptPlan) -> AttemptResult:
    """Run the agent. This function runs in a cell.

    Raises:
        ServiceError: A service did not start.
        ServiceDiedError: A service died by itself, and no earlier run ended with a fault that the agent may have
            caused.
    """
    clock = _Clock()
    outside = [plan.state, *plan.mounts.values(), *plan.layers.workspace]
    if plan.workload is not None:
        outside.append(plan.workload.folder)
    sandbox = open_sandbox(outside)
    written = WrittenState(sandbox, plan.layers, plan.state, plan.service_logs, plan.limits.disk_mb, plan.databases_mb)
    limits = agent_limits(plan.limits)
    sandbox.limit(User.AGENT, limits)
    home = Home(sandbox, plan.files)
    with Stack(sandbox, written.data, plan.service_logs, new=plan.layers.new_services) as stack:
        clock.lap("services")
        if plan.gateway is not None:
            from headwater.gateway import listen

            listen(stack.network, plan.gateway)
        if plan.egress is not None:
            join(stack.network, plan.egress)
        tools = stack.resolved(plan.tools)
        workload = None
        if plan.workload is not None:
            env = agent_environment(plan.limits, tools, stack.variables)
            workload = RunningWorkload(sandbox, plan.workload, stack.network, env)
        trace = sandbox.trace_reads(plan.data) if plan.data is not None else None
        with _may_run(emit):
            process = sandbox.spawn(
                plan.argv,
                user=User.AGENT,
                view=agent_view(plan.mounts, written.workspace, home.folders),
                env=agent_environment(plan.limits, {**tools, **plan.env}, stack.variables),
                network=stack.network,
                log=plan.agent_log,
                limits=limits,
            )
        started = time.monotonic()
        emit(AgentStarted(time.time()))
        paced = _Paced(emit, plan.gateway)
        broken = _wait(process, plan.limits, written.watched, paced)
        paced.ask()
        if broken is not None:
            number, grace_sec = plan.stop
            process.signal(number)
            process.wait(grace_sec)
        exit_code, seconds = process.exit_code, time.monotonic() - started
        process.kill()
        reads = trace.stop() if trace is not None else None
        clock.lap("agent", paced=paced.seconds)
        service_death = None
        try:
            if workload is not None:
                workload.end()
            stack.require_alive()
        except ServiceDiedError as death:
            # A service dies when its disk is full, and only the agent can have filled it.
            if written.are_databases_full():
                broken = broken or (Status.AGENT_ERROR, f"with its disk full: {death}")
            elif not plan.faulted_before:
                raise
            else:
                service_death = death
    killed = sandbox.out_of_memory_kills(User.AGENT)
    sandbox.close()
    home.keep(plan.keeps, plan.kept_files)
    clock.lap("freeze")
    run = ProgramEnd(broken, exit_code, killed, seconds)
    return AttemptResult(run, tuple(clock.phases), service_death, written.weaknesses, reads)


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

    def lap(self, name: str, *, paced: float = 0.0) -> None:
        """End a phase. Time the agent spent waiting on rate limits is recorded as a separate phase."""
        now = time.perf_counter()
        self.phases.append(Phase(name=name, seconds=round(now - self._last - paced, 4)))
        if paced:
            self.phases.append(Phase(name="paced", seconds=round(paced, 4)))
        self._last = now


class _Paced:
    """Tracks the time that the agent has waited for the job's rate limits, as reported by the gateway's control socket.

    The agent cannot reach that socket, so it cannot extend its own time.

    Args:
        emit: Receives an event when the wait extends the agent's time. Without events, the cell would be considered
            hung.
        gateway: The control socket of the gateway, if there is one.
    """

    def __init__(self, emit: Emit, gateway: Path | None) -> None:
        self._emit = emit
        self._gateway = gateway
        self.seconds = 0.0

    def ask(self) -> None:
        """Ask the gateway for the waiting time so far. If it does not answer, keep the previous value."""
        if self._gateway is not None:
            from headwater.gateway import paced_sec

            with suppress(OSError, ValueError):
                self.seconds = paced_sec(self._gateway)

    def uncounted_sec(self) -> float:
        """Return the seconds that do not count towards the agent's time limit."""
        self.ask()
        if self.seconds:
            self._emit(AgentPaced(self.seconds))
        return self.seconds


def _wait(
    process: SandboxProcess, limits: AgentLimits, watched: Mapping[Path, int], paced: _Paced
) -> tuple[Status, str] | None:
    """Wait until the program ends, or return the first limit that the program exceeds."""
    broken = wait_within(process, limits.timeout_sec, watched, paced.uncounted_sec)
    if broken is None:
        return None
    status = Status.AGENT_TIMEOUT if broken.bound is Bound.TIME else Status.AGENT_ERROR
    return status, f"the agent {broken.message}"
