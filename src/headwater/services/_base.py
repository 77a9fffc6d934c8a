"""Defines the interface of engines: their data layout, start, client and stop."""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from headwater.records import ServiceName
from headwater.sandbox import FolderRenames, Network, Sandbox
from headwater.services._literals import Literals
from headwater.services._queries import QueryLimits
from headwater.services._state import EngineState

DATA = "/var/lib/service"
RUN = "/run/service"
ENGINE = "/opt/engine"

PASSWORD = "pipeline"  # noqa: S105 - the agent knows it, and it guards nothing
"""The password of agents, unless a placement specifies another one."""


@dataclass(frozen=True)
class Placement:
    """The address at which a service listens, and the password that clients need.

    Grading restarts services on other ports with another password, to test whether code follows its environment.
    """

    port: int
    password: str = PASSWORD
    host: str = "127.0.0.1"


@dataclass(frozen=True)
class Launch:
    """Describes how to start an engine in the sandbox.

    Attributes:
        argv: The program and its arguments. The data directory is mounted at ``DATA`` and the private run directory at
            ``RUN``.
        read_only: Maps further read-only paths in the sandbox to paths on the host.
        env: The program's environment.
    """

    argv: Sequence[str]
    read_only: Mapping[str, Path] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)


class Attendant(Protocol):
    """A helper that Headwater runs next to a running server."""

    def stop(self) -> None:
        """Stop the helper. This is called before the server stops."""
        ...


class Service(Protocol):
    """An engine. Implementations have no state apart from a data directory and a placement.

    The data directory of a stopped service is its snapshot. Restoring mounts the snapshot copy-on-write.
    """

    name: ServiceName
    default_port: int
    stop_signal: signal.Signals
    renames: FolderRenames | None
    """The way in which the data is mounted if the engine renames folders, because an overlay may refuse that."""
    starts_slowly: bool
    """Whether the engine is started before the others, which get ready while it loads."""

    @property
    def version(self) -> str:
        """The exact version, which is part of every snapshot's digest."""
        ...

    @property
    def literals(self) -> Literals:
        """Describes how the engine's addresses appear in code."""
        ...

    @property
    def state(self) -> EngineState:
        """Defines how the engine's data is compared, stored and searched."""
        ...

    @property
    def run_sql(self) -> Callable[[Any, str], object] | None:
        """A function that runs an SQL seed with a client. None if all seeds are Python."""
        ...

    def create(self, sandbox: Sandbox, data: Path, log: Path) -> None:
        """Create an empty data directory that the service's user owns."""
        ...

    def launch(self, placement: Placement, run: Path) -> Launch:
        """Write the engine's configuration into its run directory and return how to start it."""
        ...

    def is_ready(self, placement: Placement, run: Path) -> bool:
        """Return whether the engine answers a query now, without waiting. The caller is in the engine's network."""
        ...

    def initialise(self, placement: Placement, run: Path) -> None:
        """Create accounts and databases in a new data directory while the server runs."""
        ...

    def place(self, placement: Placement, run: Path) -> None:
        """Apply a placement other than the usual one to the running server."""
        ...

    def attend(self, placement: Placement, network: Network) -> Attendant | None:
        """Start the helper next to the running server, if the engine needs one."""
        ...

    def connect(self, network: Network, placement: Placement, run: Path, limits: QueryLimits | None) -> Any:
        """Return a client with all rights or, if limits are given, one that an agent's data cannot harm."""
        ...

    def variables(self, placement: Placement) -> dict[str, str]:
        """Return the environment variables that tell agents and their code how to connect to the engine."""
        ...

    def request_ports(self, placement: Placement) -> tuple[int, ...]:
        """Return the ports on which requests can be counted: the client waits for an answer before its next request.

        An engine has none if its clients connect to addresses that the engine itself names.
        """
        ...
