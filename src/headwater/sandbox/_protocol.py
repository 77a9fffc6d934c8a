"""The protocol of a sandbox back end."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from headwater.sandbox._limits import SERVICE_LIMITS, ResourceLimits
from headwater.sandbox._network import Network
from headwater.sandbox._overlay import Layers
from headwater.sandbox._reads import ReadTrace
from headwater.sandbox._view import User, View
from headwater.sandbox._written import Written


class SandboxProcess(Protocol):
    """A process in the sandbox with all its children."""

    @property
    def exit_code(self) -> int | None:
        """Return the exit code: None while it runs; 128 + n after signal n."""
        ...

    def wait(self, timeout_sec: float) -> bool:
        """Wait until it ends, and return False if it has not."""
        ...

    def signal(self, number: signal.Signals) -> None:
        """Signal the program itself."""
        ...

    def kill(self) -> None:
        """Kill the process and everything it started, and keep the rest of its output."""
        ...

    def finish(self) -> None:
        """Wait for the rest of its output."""
        ...


class Sandbox(Protocol):
    """Runs the processes of one phase of a trial; used inside of its cell."""

    def limit(self, user: User, limits: ResourceLimits) -> None:
        """Limit what all processes of ``user`` may use together; call this before the first one starts."""
        ...

    def out_of_memory_kills(self, user: User) -> int:
        """Return how many processes of ``user`` the kernel killed because memory ran out."""
        ...

    def mount(self, layers: Layers) -> Path:
        """Mount layers copy-on-write and return the mount point."""
        ...

    def join(self, layers: Sequence[Path]) -> Path:
        """Mount folders as one read-only folder, the uppermost first, and return the mount point."""
        ...

    def written(self, folder: Path, limit_mb: int, keep: Iterable[str] = ()) -> Written:
        """Return where to write up to ``limit_mb`` MiB in place of ``folder``: a file system of its own if possible.

        The folders in ``keep`` are copied to ``folder`` when the cell ends, even if it is killed.
        """
        ...

    def trace_reads(self, folder: Path) -> ReadTrace:
        """Start to record which files are opened in a folder that programs see read-only."""
        ...

    def private_folder(self, user: User) -> Path:
        """Return a new folder in memory that ``user`` owns, for sockets and configuration."""
        ...

    def network(self) -> Network:
        """Return a new network that has only a loopback."""
        ...

    def spawn(
        self,
        argv: Sequence[str],
        *,
        user: User,
        view: View,
        env: Mapping[str, str],
        network: Network,
        log: Path,
        limits: ResourceLimits = SERVICE_LIMITS,
    ) -> SandboxProcess:
        """Start a program.

        Args:
            argv: The program as the sandbox sees it.
            user: The user whose id and limits it has.
            view: The file system that it sees.
            env: Its complete environment.
            network: The network that it runs in.
            log: The file for stdout; stderr goes to ``<name>.err`` next to it.
            limits: The limits of which the sandbox applies those that hold for a single process.
        """
        ...

    def close(self) -> None:
        """Kill what still runs and keep the rest of its output."""
        ...
