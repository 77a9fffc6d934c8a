"""Runs a task's states. A state is a workspace and the services' data. It can be started, changed and discarded."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from headwater.errors import InvalidTaskError, UncountedError
from headwater.grading._http import Response, ServerClient
from headwater.grading._running import (
    Completed,
    KilledRun,
    StartedCommand,
    StartedTrace,
    TracedRun,
    kill_if_held,
    read_log,
    wait_until_held,
)
from headwater.grading._surroundings import agent_environment, agent_limits, agent_view
from headwater.grading._writing import write_below
from headwater.records import ServiceName, TaskConfig
from headwater.sandbox import (
    DATA,
    SERVICE_LIMITS,
    Layers,
    Sandbox,
    SandboxProcess,
    User,
)
from headwater.services import ClickHouseClient, KafkaClient, PostgresClient, QueryLimits, Stack, mount_data

_POLL_SEC = 0.02
_PAUSE_SEC = 8.0
"""The time for which a command pauses at most."""
_T = TypeVar("_T")


@dataclass(frozen=True)
class LayeredState:
    """The location of a state on disk: the layers of the workspace and of each service, the uppermost first.

    A service without layers starts empty.
    """

    workspace: tuple[Path, ...]
    services: Mapping[ServiceName, tuple[Path, ...]] = field(default_factory=dict)

    @property
    def new_services(self) -> list[ServiceName]:
        """The services that start empty."""
        return [name for name, layers in self.services.items() if not layers]

    def moved(self, old: Path, new: Path) -> LayeredState:
        """Return this state with paths below ``new`` instead of ``old``."""

        def move(layers: tuple[Path, ...]) -> tuple[Path, ...]:
            return tuple(new / layer.relative_to(old) for layer in layers)

        return LayeredState(move(self.workspace), {name: move(layers) for name, layers in self.services.items()})


@dataclass(frozen=True)
class Tooling:
    """The tools that the agent's code sees, both in the trial and in grading.

    Attributes:
        mounts: Maps paths in the sandbox to paths on the host, read-only.
        env: Variables, whose values may refer to services, as in ``{postgres.host}``.
    """

    mounts: Mapping[str, Path]
    env: Mapping[str, str]


@dataclass(frozen=True)
class Rerun:
    """A second run of the declared entry point.

    Attributes:
        completed: The completed command.
        changes: The differences in the databases after the run, one per line. If there are none, the entry point is
            idempotent.
    """

    completed: Completed
    changes: tuple[str, ...]


class State:
    """A running copy of a state, with a separate network. Changes stay in the copy."""

    def __init__(
        self,
        sandbox: Sandbox,
        config: TaskConfig,
        tooling: Tooling,
        layers: LayeredState,
        scratch: Path,
        *,
        relocated: bool = False,
    ) -> None:
        self._sandbox = sandbox
        self._config = config
        self._tooling = tooling
        self._scratch = scratch
        self._commands = 0
        self._servers: list[SandboxProcess] = []
        files = sandbox.limited_folder(scratch, config.agent.disk_mb)
        self.workspace_root = sandbox.mount(Layers(layers.workspace, files.path / "workspace"))
        self._disk_mb = dict(files.watched(["workspace"]))
        data = {}
        if layers.services:
            databases = sandbox.limited_folder(scratch, SERVICE_LIMITS.disk_mb)
            data = mount_data(sandbox, layers.services, databases.path, scratch / "logs")
            self._disk_mb |= databases.watched(layers.services)
        stack_options = {"port_offset": 1200, "password": "moved-elsewhere"} if relocated else {}
        # A query ends long before its check must, so that the check can still report it.
        limits = QueryLimits(seconds=config.verifier.check_timeout_sec / 2)
        new = layers.new_services
        self.stack = Stack(sandbox, data, scratch / "logs", new=new, limits=limits, **stack_options)  # type: ignore[arg-type]
        try:
            self.stack.start()
        except BaseException:
            self.stack.stop()
            raise

    def service(self, name: ServiceName) -> Any:
        """Return the client of any service in this state."""
        return self.stack.service(name)

    @property
    def postgres(self) -> PostgresClient:
        """Postgres in this state."""
        return self.stack.postgres

    @property
    def clickhouse(self) -> ClickHouseClient:
        """ClickHouse in this state."""
        return self.stack.clickhouse

    @property
    def kafka(self) -> KafkaClient:
        """Kafka in this state."""
        return self.stack.kafka

    def run(
        self, command: str | None = None, env: Mapping[str, str] | None = None, timeout_sec: float = 120
    ) -> Completed:
        """Run a command as the agent would. The default is the declared entry point.

        Args:
            command: The command for ``sh -c`` in the workspace.
            env: Variables to add to the environment, or to replace there.
            timeout_sec: The time after which the command is killed.
        """
        return self._start(command, env or {}, timeout_sec).finish()

    def run_killed(self, command: str | None = None, *, after: int | None, timeout_sec: float = 120) -> KilledRun:
        """Run a command as `run` does, count its requests, and kill it when it sends the next one after some number.

        The place in the program is the same on each machine, while a time limit hits another place each time. What was
        sent before has been answered, the next request does not reach the service, and when this method returns, the
        services have ended the program's sessions. Requests to Kafka do not count.

        Args:
            command: The command for ``sh -c`` in the workspace.
            after: The number of requests after which the command is killed, or None to only count them.
            timeout_sec: The time after which the command is killed in any case.

        Raises:
            UncountedError: The requests are only counted, and the program sent none, so that it could not be killed at
                one. A check that raises this error fails.
        """
        with self.stack.requests.counting(after) as count:
            started = self._start(command, {}, timeout_sec, counted=True)
            killer = threading.Thread(target=kill_if_held, args=(started.process, count), name="killer")
            killer.start()
            completed = started.finish()
            killer.join()
        if after is None and not count.forwarded:
            raise UncountedError(f"{completed.ending} and sent no request to the addresses in its environment")
        return KilledRun(completed, count.forwarded, count.held.is_set())

    def run_paused(
        self, command: str | None = None, *, after: int, meanwhile: Callable[[], _T], timeout_sec: float = 120
    ) -> tuple[Completed, _T]:
        """Run a command as `run_killed` does, but let it pause there, and do something meanwhile.

        Two runs of the agent's code therefore overlap at the same place on each machine. The command continues when
        ``meanwhile`` ends, and after eight seconds at the latest, because ``meanwhile`` may wait for its lock.

        Returns:
            The result of the command, and that of ``meanwhile``.
        """
        requests = self.stack.requests
        with requests.counting(after) as count:
            started = self._start(command, {}, timeout_sec, counted=True)
            wait_until_held(started.process, count, timeout_sec)
            timer = threading.Timer(_PAUSE_SEC, requests.release)
            timer.start()
            try:
                result = meanwhile()
            finally:
                timer.cancel()
                timer.join()
                requests.release()
            return started.finish(), result

    def run_traced(self, command: str | None = None, timeout_sec: float = 120) -> TracedRun:
        """Run a command as `run` does, and record which files of the task's data it opens."""
        return self.start_traced(command, timeout_sec).finish()

    def start_traced(self, command: str | None = None, timeout_sec: float = 120) -> StartedTrace:
        """Start a command and the recording of its reads, as `run_traced` does, without waiting for its end."""
        trace = self._sandbox.trace_reads(self._tooling.mounts[DATA])
        try:
            return StartedTrace(self._start(command, {}, timeout_sec), trace)
        except BaseException:
            trace.stop()
            raise

    def write(self, path: str, text: str) -> None:
        """Write a file into this state's workspace as the agent's user. The file replaces anything at its path."""
        write_below(self.workspace_root, PurePosixPath(path).parts, text)

    def serve(self, command: str | None = None) -> tuple[ServerClient, Response]:
        """Start the declared server, and return a client and the first response.

        The response has status 0 if the server never started.
        """
        server = self._config.server
        if server is None:
            raise InvalidTaskError("the task declares no server", fix="add [server] to task.toml")
        log = self._scratch / "logs" / "server.log"
        process = self._spawn(command or server.command, {}, log)
        self._servers.append(process)
        client = ServerClient(self.stack.network, server.port)
        deadline = time.monotonic() + server.ready_timeout_sec
        while True:
            answer = client.get(server.ready_path)
            if process.exit_code is not None:
                process.finish()  # so that the log contains the server's last output
                return client, answer
            if 0 < answer.status < 500 or time.monotonic() > deadline:
                return client, answer
            time.sleep(_POLL_SEC)

    @property
    def server_log(self) -> str:
        """The end of the server's output."""
        log = self._scratch / "logs" / "server.log"
        return (read_log(log.with_suffix(".err")) or read_log(log))[-600:]

    def close(self) -> None:
        """Stop everything that runs in this state."""
        for process in self._servers:
            process.kill()
        self.stack.stop()

    def _start(
        self, command: str | None, env: Mapping[str, str], timeout_sec: float, *, counted: bool = False
    ) -> StartedCommand:
        if command is None:
            if self._config.entrypoint is None:
                raise InvalidTaskError("the task declares no entry point", fix="add [entrypoint] to task.toml")
            command, timeout_sec = self._config.entrypoint.command, self._config.entrypoint.timeout_sec
        self._commands += 1
        log = self._scratch / "logs" / f"command-{self._commands}.log"
        started = time.perf_counter()
        process = self._spawn(command, env, log, counted=counted)
        return StartedCommand(process, log, started, timeout_sec, self._disk_mb)

    def _spawn(self, command: str, env: Mapping[str, str], log: Path, *, counted: bool = False) -> SandboxProcess:
        limits, tools = self._config.agent, self._tooling
        own = self.stack.counted(tools.env) if counted else self.stack.resolved(tools.env) | self.stack.variables
        return self._sandbox.spawn(
            ["/bin/sh", "-c", command],
            user=User.AGENT,
            view=agent_view(tools.mounts, self.workspace_root),
            env={**agent_environment(limits, own, {}), **env},
            network=self.stack.network,
            log=log,
            limits=agent_limits(limits),
        )


@contextmanager
def closing(state: State) -> Iterator[State]:
    """Close a state at the end of a ``with`` block."""
    try:
        yield state
    finally:
        state.close()
