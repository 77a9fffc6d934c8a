"""Waits for commands that run in a copy of a state."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from headwater.records import FileReads
from headwater.sandbox import ReadTrace, SandboxProcess, wait_within
from headwater.services import RequestCount

_OUTPUT_LIMIT = 1 << 20
_POLL_SEC = 0.02


@dataclass(frozen=True)
class Completed:
    """A command that has run in the sandbox. Exit code 124 means that it exceeded its time or disk limit."""

    exit_code: int
    stdout: str
    stderr: str
    seconds: float

    @property
    def tail(self) -> str:
        """The last lines of the command's output, for messages."""
        return (self.stderr.strip() or self.stdout.strip())[-400:]

    @property
    def last_line(self) -> str:
        """The last line of the command's output. In a traceback, this line contains the error."""
        return self.tail.rpartition("\n")[2].strip()

    @property
    def ending(self) -> str:
        """How the command ended, for messages: its exit code and, if that is not 0, the last line of its output."""
        return f"it exited with {self.exit_code}" + (f" ({self.last_line[:200]})" if self.exit_code else "")


@dataclass(frozen=True)
class TracedRun:
    """A command that has run, and the files of the task's data that it opened."""

    completed: Completed
    reads: FileReads


@dataclass(frozen=True)
class KilledRun:
    """A command whose requests were counted.

    Attributes:
        completed: The command as far as it ran.
        requests: The number of requests that reached the services.
        is_killed: Whether it was killed at the next request. If not, it ended before.
    """

    completed: Completed
    requests: int
    is_killed: bool


@dataclass(frozen=True)
class StartedCommand:
    """A running command.

    Attributes:
        log: The file with its output.
        started: The start time according to ``time.perf_counter``.
        timeout_sec: The time after which the command is killed.
        disk_mb: The size limit for each folder that is not on a size-limited file system.
    """

    process: SandboxProcess
    log: Path
    started: float
    timeout_sec: float
    disk_mb: Mapping[Path, int]

    def finish(self) -> Completed:
        """Wait for the end of the command. Call this only once, from any thread."""
        broken = wait_within(self.process, self.timeout_sec, self.disk_mb)
        code = self.process.exit_code if broken is None else 124
        # Processes that the command has left in the background end as well.
        self.process.kill()
        assert code is not None
        seconds = time.perf_counter() - self.started
        complaint = f"\n[headwater: it {broken.message}]" if broken else ""
        return Completed(code, read_log(self.log), read_log(self.log.with_suffix(".err")) + complaint, seconds)


@dataclass(frozen=True)
class StartedTrace:
    """A running command whose reads are recorded."""

    running: StartedCommand
    trace: ReadTrace

    def finish(self) -> TracedRun:
        """Wait for the end of the command, as `StartedCommand.finish` does."""
        try:
            completed = self.running.finish()
        finally:
            reads = self.trace.stop()
        return TracedRun(completed, FileReads.model_validate(asdict(reads)))


def kill_points(requests: int, number: int = 8) -> list[int]:
    """Return the numbers of requests after which to kill a program that sends ``requests`` in all, in ascending order.

    Half of the points are the last requests, with which programs commit, publish and clean up. The others are evenly
    spread. There are fewer if the program sends fewer requests.
    """
    last = range(max(0, requests - number // 2), requests)
    spread = number - len(last)
    points = {*last, *(requests * part // (spread + 1) for part in range(1, spread + 1))}
    return sorted(point for point in points if point < requests)


def kill_if_held(process: SandboxProcess, count: RequestCount) -> None:
    """Kill a process when one of its requests is held. Return when that has happened, or when the process ends."""
    if wait_until_held(process, count):
        process.kill()


def wait_until_held(process: SandboxProcess, count: RequestCount, timeout_sec: float = math.inf) -> bool:
    """Wait until a request is held, or until the process ends. Return whether a request is held."""
    deadline = time.monotonic() + timeout_sec
    while process.exit_code is None and time.monotonic() < deadline:
        if count.held.wait(_POLL_SEC):
            return True
    return count.held.is_set()


def read_log(path: Path) -> str:
    """Return the start of a program's output, or an empty string if there is no such file."""
    if not path.exists():
        return ""
    with path.open("rb") as file:
        return file.read(_OUTPUT_LIMIT).decode(errors="replace")
