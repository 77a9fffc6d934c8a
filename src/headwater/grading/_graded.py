"""Provides checks with an agent's frozen state, and with methods to run the agent's code."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from headwater.errors import HeadwaterError, InvalidTaskError, ServiceError
from headwater.grading._compare import database_changes
from headwater.grading._entrypoint import EntrypointRuns, Shown
from headwater.grading._http import Response, ServerClient
from headwater.grading._running import Completed, TracedRun, read_log
from headwater.grading._state import LayeredState, Rerun, State, Tooling, closing
from headwater.grading._workspace import Workspace
from headwater.policy import Policy
from headwater.records import FileReads, ServiceName, Status, TaskConfig
from headwater.sandbox import HOME, Emit, Layers, ResourceLimits, Sandbox, User, View, open_sandbox
from headwater.services import ClickHouseClient, KafkaClient, PostgresClient


@dataclass(frozen=True)
class AgentExit:
    """The outcome of the agent's run."""

    status: Status
    exit_code: int | None
    reason: str = ""


@dataclass(frozen=True)
class GradingInputs:
    """The inputs to grading, as paths that can be pickled and sent to a cell.

    Attributes:
        frozen: The state that the agent left.
        starting: The state that the agent was given.
        reference: The state that the reference solution leaves, if the task asks for it.
        shipped: The workspace that the agent was given, which shows which files the agent changed.
        scratch: An empty folder that grading may fill.
        policy: The suite's policy.
        reads: The files of the task's data that the agent opened, if the task has data.
        workload: The events that the task's workload has recorded. There are none if the task has no workload.
    """

    config: TaskConfig
    attempt: AgentExit
    tooling: Tooling
    frozen: LayeredState
    starting: LayeredState
    reference: LayeredState | None
    shipped: Path
    scratch: Path
    policy: Policy
    reads: FileReads | None = None
    workload: tuple[Mapping[str, Any], ...] = ()


class Graded:
    """The state under grading. Changes by one check do not reach the next check.

    ``service(name)`` (or ``postgres``, ``clickhouse``, ``kafka``) and ``workspace`` read the agent's output. ``rerun``,
    ``run_on``, ``server`` and ``copy`` run the agent's code in copies. For comparison, ``starting`` is the state before
    the run, and ``reference`` is the state that the reference solution leaves.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        inputs: GradingInputs,
        announced: Callable[[Graded], Sequence[Shown]] = lambda _: (),
    ) -> None:
        """Prepare grading. Nothing is started yet.

        Args:
            sandbox: This cell's sandbox.
            inputs: The state to grade.
            announced: Returns the data sets on which the checks will run the entry point. See `run_on`.
        """
        self._sandbox = sandbox
        self._runs = EntrypointRuns(lambda shown: self.copy(shown=shown), lambda: announced(self))
        self._inputs = inputs
        self._states: list[State] = []
        self._not_starting: dict[frozenset[tuple[ServiceName, tuple[Path, ...]]], HeadwaterError] = {}
        self._tools = 0
        self.config = inputs.config
        self.attempt = inputs.attempt

    @cached_property
    def workspace(self) -> Workspace:
        """The files that the agent left."""
        layers = Layers(self._inputs.frozen.workspace, self._inputs.scratch / "reading")
        return Workspace(self._sandbox.mount(layers), self.shipped)

    @cached_property
    def shipped(self) -> Path:
        """The workspace that the agent was given, including the files of its base."""
        layers = self._inputs.starting.workspace
        if len(layers) == 1:
            return self._inputs.shipped
        return self._sandbox.mount(Layers(layers, self._inputs.scratch / "shipped"))

    def service(self, name: ServiceName) -> Any:
        """Return a read-only client for a service that runs on the data the agent left."""
        return self._agent_state.service(name)

    @property
    def postgres(self) -> PostgresClient:
        """A read-only Postgres client for the data the agent left."""
        return self._agent_state.postgres

    @property
    def clickhouse(self) -> ClickHouseClient:
        """A read-only ClickHouse client for the data the agent left."""
        return self._agent_state.clickhouse

    @property
    def kafka(self) -> KafkaClient:
        """A read-only Kafka client for the data the agent left."""
        return self._agent_state.kafka

    @cached_property
    def starting(self) -> State:
        """The state that the agent was given, with its services running."""
        return self._open(self._inputs.starting, "starting")

    @cached_property
    def reference(self) -> State:
        """The reference solution's state, with its services running. The task must set ``verifier.reference``."""
        if self._inputs.reference is None:
            raise _no_reference()
        return self._open(self._inputs.reference, "reference")

    @contextmanager
    def copy(
        self,
        *,
        data: Literal["left", "starting"] = "left",
        relocated: bool = False,
        shown: Shown | None = None,
    ) -> Iterator[State]:
        """Yield a copy of the agent output, in which a check may change data and run code.

        Args:
            data: Whether the services contain the data that the agent left or the data that the agent was given. The
                latter resembles another deployment.
            relocated: Whether services listen on other ports and have another password, which the environment
                contains.
            shown: Folders that the copy's code sees instead of others. Maps paths in the sandbox to layers on the host,
                the uppermost first.
        """
        services = (self._inputs.frozen if data == "left" else self._inputs.starting).services
        layers = LayeredState(self._inputs.frozen.workspace, services)
        name = f"copy-{len(self._states)}"
        mounts = {target: self._sandbox.join(below) for target, below in (shown or {}).items()}
        state = self._open(layers, name, relocated=relocated, mounts=mounts)
        with closing(state):
            yield state

    @contextmanager
    def reference_copy(self) -> Iterator[State]:
        """Yield a copy of the state left by the reference solution, so that a check can rerun the solution's code."""
        if self._inputs.reference is None:
            raise _no_reference()
        state = self._open(self._inputs.reference, f"reference-{len(self._states)}")
        with closing(state):
            yield state

    def run_on(self, shown: Shown | None = None, *, accept: Callable[[Completed], bool] = lambda _: True) -> TracedRun:
        """Run the entry point in a copy, and return the result and the files read. Checks share one run per data set.

        The first call also starts the runs that the checks module announces with ``@announces``. Concurrent runs share
        the task's limits, so a run that fails or is not accepted is repeated alone.

        Args:
            shown: The folders that the program sees instead of the agent's, as in `copy`. There are none by default.
            accept: Returns whether the result of a concurrent run counts.
        """
        return self._runs.on(shown or {}, accept)

    @cached_property
    def rerun(self) -> Rerun:
        """The result of running the entry point again in a copy, and the resulting changes."""
        if self.config.data is not None and not self.config.services:  # there is no database that could change
            return Rerun(self.run_on().completed, ())
        with self.copy() as copy:
            started = time.time()
            completed = copy.run()
            window = (started, time.time())
            changes = tuple(database_changes(self._agent_state.stack, copy.stack, self.config.services, window))
        return Rerun(completed, changes)

    @cached_property
    def moved_rerun(self) -> Completed:
        """The result of running the entry point after services moved to other ports and got another password."""
        with self.copy(relocated=True) as copy:
            return copy.run()

    @cached_property
    def server(self) -> ServerClient:
        """The client of the declared server, which runs in a copy that all checks share."""
        return self._served[0]

    @property
    def server_start(self) -> Response:
        """The server's first answer."""
        return self._served[1]

    @property
    def server_log(self) -> str:
        """The end of the server's output."""
        _ = self._served
        return self._server_state.server_log

    @property
    def explored(self) -> FileReads | None:
        """The files of the task's data that the agent opened, or None if they were not recorded."""
        return self._inputs.reads

    @property
    def workload(self) -> tuple[Mapping[str, Any], ...]:
        """The events that the task's workload recorded while the agent worked, in their order."""
        return self._inputs.workload

    @property
    def tooling(self) -> Tooling:
        """The tooling that the agent's code sees."""
        return self._inputs.tooling

    @property
    def base(self) -> Path:
        """The folder of the base, which is available only if the task has one."""
        return self._inputs.starting.workspace[-1].parent

    def run_tool(
        self,
        argv: Sequence[str],
        *,
        files: Mapping[str, str],
        at: str,
        mounts: Mapping[str, Path],
        env: Mapping[str, str],
        timeout_sec: float,
    ) -> Completed:
        """Run one of grading's own programs on an agent's files, as the agent's user, in a separate sandbox.

        Args:
            argv: The program and its arguments, with paths inside the sandbox.
            files: The contents of the files that the program may read, by name.
            at: The folder of these files inside the sandbox.
            mounts: Other paths in the sandbox, which are read-only.
            env: The complete environment of the program, except for a home.
            timeout_sec: The time after which the program is killed with exit code 124.
        """
        folder = self._inputs.scratch / f"tool-{self._tools}"
        self._tools += 1
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / name).write_text(text)
        log = folder.with_name(f"{folder.name}.log")
        limits = self.config.agent
        started = time.perf_counter()
        process = self._sandbox.spawn(
            argv,
            user=User.AGENT,
            view=View(read_only={**mounts, at: folder}),
            env={"HOME": HOME, "PATH": "/usr/bin:/bin", **env},
            network=self._sandbox.network(),
            log=log,
            limits=ResourceLimits(limits.memory_mb, limits.cpus, limits.processes, limits.disk_mb),
        )
        ended = process.wait(timeout_sec)
        # The program ``timeout`` uses the same exit code.
        code = process.exit_code if ended else 124
        process.kill()
        assert code is not None
        seconds = time.perf_counter() - started
        return Completed(code, read_log(log), read_log(log.with_suffix(".err")), seconds)

    def close(self) -> None:
        """Stop everything that grading has started."""
        for state in self._states:
            state.close()

    @cached_property
    def _agent_state(self) -> State:
        return self._open(self._inputs.frozen, "left")

    @cached_property
    def _server_state(self) -> State:
        return self._open(self._inputs.frozen, "server")

    @cached_property
    def _served(self) -> tuple[ServerClient, Response]:
        return self._server_state.serve()

    def _open(
        self,
        layers: LayeredState,
        name: str,
        *,
        relocated: bool = False,
        mounts: Mapping[str, Path] | None = None,
    ) -> State:
        """Start a state. If its services failed to start before, raise the same error without another attempt."""
        data = frozenset(layers.services.items())
        if data in self._not_starting:
            raise self._not_starting[data]
        scratch = self._inputs.scratch / name
        tooling = self._inputs.tooling
        if mounts:
            tooling = replace(tooling, mounts={**tooling.mounts, **mounts})
        try:
            state = State(
                self._sandbox,
                self.config,
                tooling,
                layers,
                scratch,
                relocated=relocated,
            )
        except BaseException as error:  # the check's time limit can expire during the wait
            timed_out = ServiceError(f"the services of {name} did not start in the time of a check")
            self._not_starting[data] = error if isinstance(error, HeadwaterError) else timed_out
            raise
        self._states.append(state)
        return state


def _no_reference() -> InvalidTaskError:
    return InvalidTaskError("the task has no reference state", fix="set verifier.reference = true in task.toml")


def compare_states(
    emit: Emit,  # noqa: ARG001 - every function in a cell is given it
    config: TaskConfig,
    tooling: Tooling,
    one: LayeredState,
    other: LayeredState,
    scratch: Path,
) -> list[str]:
    """Return the differences between the data of two states, one per line. This runs in a cell."""
    sandbox = open_sandbox([scratch, *one.workspace, *other.workspace])
    with (
        closing(State(sandbox, config, tooling, one, scratch / "one")) as first_state,
        closing(State(sandbox, config, tooling, other, scratch / "other")) as second_state,
    ):
        changes = list(database_changes(first_state.stack, second_state.stack, config.services, None))
    sandbox.close()
    return changes
