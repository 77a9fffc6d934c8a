"""What a sandbox back end offers to the phases of a trial."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from headwater.sandbox._limits import SERVICE_LIMITS, Limits
from headwater.sandbox._network import Network
from headwater.sandbox._overlay import Layers
from headwater.sandbox._reads import ReadTrace
from headwater.sandbox._view import User, View
from headwater.sandbox._written import Written


class Process(Protocol):
    """A process in the sandbox with all its children."""

    @property
    def exit_code(self) -> int | None:
        """None while it runs; 128 + n after signal n."""
        ...

    def wait(self, timeout_sec: float) -> bool:
        """Wait until it ends; False if it has not."""
        ...

    def signal(self, number: signal.Signals) -> None:
        """Signal the program itself."""
        ...

    def kill(self) -> None:
        """Kill it and everything it started, and keep the rest of its output."""
        ...

    def finish(self) -> None:
        """Wait for the rest of its output."""
        ...


class Sandbox(Protocol):
    """Where one phase of a trial runs its processes; used inside of its cell."""

    def limit(self, user: User, limits: Limits) -> None:
        """Set what all processes of ``user`` may use together; before the first one starts."""
        ...

    def out_of_memory_kills(self, user: User) -> int:
        """How many processes of ``user`` the kernel killed for want of memory."""
        ...

    def mount(self, layers: Layers) -> Path:
        """Mount layers copy-on-write and return where."""
        ...

    def join(self, layers: Sequence[Path]) -> Path:
        """Mount folders as one that nobody can change, the uppermost first, and return where."""
        ...

    def written(self, folder: Path, limit_mb: int, keep: Iterable[str] = ()) -> Written:
        """Return where to write in place of ``folder``, at most so many MiB: a file system of its own if possible.

        The folders in ``keep`` are in ``folder`` once the cell has ended, however it ends.
        """
        ...

    def trace_reads(self, folder: Path) -> ReadTrace:
        """Begin to note which files of a folder that programs see read-only are opened."""
        ...

    def private_folder(self, user: User) -> Path:
        """Return a new folder in memory that ``user`` owns, for sockets and configuration."""
        ...

    def network(self) -> Network:
        """Return a new network with nothing but a loopback."""
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
        limits: Limits = SERVICE_LIMITS,
    ) -> Process:
        """Start a program.

        Args:
            argv: The program as the sandbox sees it.
            user: Whose id and whose limits.
            view: What it sees.
            env: Its whole environment.
            network: Where its loopback is.
            log: Takes stdout; stderr goes beside it as ``<name>.err``.
            limits: The part of the limits that holds for each process by itself.
        """
        ...

    def close(self) -> None:
        """Kill what still runs and keep the rest of its output."""
        ...
