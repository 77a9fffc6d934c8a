"""What every engine has in common: how it is laid out, started, asked and stopped."""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from headwater.records import ServiceName
from headwater.sandbox import Links, Network, Sandbox
from headwater.services._literals import Literals
from headwater.services._queries import QueryLimits
from headwater.services._state import EngineState

DATA = "/var/lib/service"
RUN = "/run/service"
ENGINE = "/opt/engine"

PASSWORD = "pipeline"  # noqa: S105 - the agent is told it; it guards nothing
"""With which services let agents in, unless they are placed elsewhere."""


@dataclass(frozen=True)
class Placement:
    """Where a service listens and with which password it lets clients in.

    Grading starts services once more on other ports with another password, to see whether code follows its
    environment.
    """

    port: int
    password: str = PASSWORD
    host: str = "127.0.0.1"


@dataclass(frozen=True)
class Launch:
    """How to start an engine in the sandbox.

    Attributes:
        argv: Sees the data directory at ``DATA``, its private run directory at ``RUN``.
        read_only: More paths to show: path in the sandbox to path outside.
        env: Its environment.
    """

    argv: Sequence[str]
    read_only: Mapping[str, Path] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)


class Attendant(Protocol):
    """What Headwater does beside a running server."""

    def stop(self) -> None:
        """End it; before the server stops."""
        ...


class Service(Protocol):
    """An engine. Implementations hold no state: a data directory and a placement are all there is.

    A snapshot of a stopped service is its data directory; restoring is mounting it copy-on-write.
    """

    name: ServiceName
    default_port: int
    stop_signal: signal.Signals
    links: Links | None
    """How its data is mounted if the engine renames folders, which an overlay may refuse."""
    starts_slowly: bool
    """Whether it is started before the others, which are ready while it loads."""

    @property
    def version(self) -> str:
        """Exact version; part of the digest of every snapshot."""
        ...

    @property
    def literals(self) -> Literals:
        """What its addresses look like in code."""
        ...

    @property
    def state(self) -> EngineState:
        """How its data is compared, kept and searched."""
        ...

    @property
    def run_sql(self) -> Callable[[Any, str], object] | None:
        """Runs a seed of SQL by a client; None where seeds are Python alone."""
        ...

    def create(self, sandbox: Sandbox, data: Path, log: Path) -> None:
        """Lay out an empty data directory, owned by the service's user."""
        ...

    def launch(self, placement: Placement, run: Path) -> Launch:
        """Write what the engine needs into its run directory and say how to start it."""
        ...

    def is_ready(self, placement: Placement, run: Path) -> bool:
        """Whether it answers a query now; called in its network, never sleeps."""
        ...

    def initialise(self, placement: Placement, run: Path) -> None:
        """Make accounts and databases in a data directory that is new; the server runs."""
        ...

    def place(self, placement: Placement, run: Path) -> None:
        """Do what a placement that is not the usual one needs of the running server."""
        ...

    def attend(self, placement: Placement, network: Network) -> Attendant | None:
        """Start what Headwater does beside the running server, if the engine needs anything."""
        ...

    def connect(self, network: Network, placement: Placement, run: Path, limits: QueryLimits | None) -> Any:
        """Return its client: one with all rights, or where there are limits, one that an agent's data cannot hurt."""
        ...

    def variables(self, placement: Placement) -> dict[str, str]:
        """Return the environment variables by which agents and their code find it."""
        ...
