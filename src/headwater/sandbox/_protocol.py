"""Defines the protocol of a sandbox back end."""

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
    """A process in the sandbox, together with all its children."""

    @property
    def exit_code(self) -> int | None:
        """Return the exit code, which is None while the process runs and 128 + n after signal n."""
        ...

    def wait(self, timeout_sec: float) -> bool:
        """Wait for the process to end, and return whether it has ended."""
        ...

    def signal(self, number: signal.Signals) -> None:
        """Signal the program itself, but not its children."""
        ...

    def kill(self) -> None:
        """Kill the process and everything that it started, and keep the rest of the output."""
        ...

    def finish(self) -> None:
        """Wait for the rest of the output."""
        ...


class Sandbox(Protocol):
    """Runs the processes of one phase of a trial. A sandbox is used inside its cell."""

    def limit(self, user: User, limits: ResourceLimits) -> None:
        """Limit the total resources of ``user``'s processes. Call this before the first process starts."""
        ...

    def out_of_memory_kills(self, user: User) -> int:
        """Return the number of ``user`` processes that the kernel killed because memory ran out."""
        ...

    def mount(self, layers: Layers) -> Path:
        """Mount layers copy-on-write and return the mount point."""
        ...

    def join(self, layers: Sequence[Path]) -> Path:
        """Mount folders, given from the uppermost down, as one read-only folder, and return the mount point."""
        ...

    def limited_folder(self, folder: Path, limit_mb: int, keep: Iterable[str] = ()) -> Written:
        """Return a replacement for ``folder`` that is limited to ``limit_mb`` MiB, on its own file system if possible.

        The folders in ``keep`` are copied to ``folder`` when the cell ends, even if the cell is killed.
        """
        ...

    def trace_reads(self, folder: Path) -> ReadTrace:
        """Start to record which files are opened in a folder that is read-only for programs."""
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
            argv: The program and its arguments, with paths inside the sandbox.
            user: The user whose id and limits apply to the program.
            view: The file system that the program sees.
            env: The complete environment of the program.
            network: The program's network.
            log: The file for stdout. Stderr goes to ``<name>.err`` in the same folder.
            limits: The program's limits. Only those that apply to single processes are used.
        """
        ...

    def close(self) -> None:
        """Kill the processes that are still running, and keep the rest of their output."""
        ...
