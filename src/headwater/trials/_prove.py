"""Runs a harness's proof with its services in a cell, and a program that does nothing for comparison."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from headwater.grading import Completed, LayeredState, State, Tooling
from headwater.harnesses import Proof
from headwater.records import ServiceName, TaskConfig
from headwater.sandbox import Emit, User, change_owner, open_sandbox, owner_of

_SAMPLE_SEC = 0.25


@dataclass(frozen=True)
class ProofRun:
    """The result of a proof.

    Attributes:
        started: The result of the command that starts the tool, or None if the proof has no such command.
        proved: The result of the proof itself, or None if the tool did not start.
        memory_mib: The largest sampled memory use of all processes of the proof together.
    """

    started: Completed | None
    proved: Completed | None
    memory_mib: int


def run_proof(
    emit: Emit,  # noqa: ARG001 - as in every cell
    folder: Path,
    config: TaskConfig,
    tooling: Tooling,
    services: Sequence[ServiceName],
    proof: Proof,
) -> ProofRun:
    """Run a proof's two commands, which start and test the tool, with new services and no files."""
    with _state(folder, config, tooling, services) as state, _Memory() as memory:
        started = state.run(proof.start, timeout_sec=proof.timeout_sec) if proof.start else None
        proved = None
        if started is None or started.exit_code == 0:
            proved = state.run(proof.command, timeout_sec=proof.timeout_sec)
    return ProofRun(started, proved, memory.most_mib)


def mount_seconds(emit: Emit, folder: Path, config: TaskConfig, tooling: Tooling) -> float:  # noqa: ARG001
    """Return the time that a program that does nothing takes, including the sandbox setup."""
    began = time.perf_counter()
    with _state(folder, config, tooling, ()) as state:
        state.run("true")
        return time.perf_counter() - began


@contextmanager
def _state(folder: Path, config: TaskConfig, tooling: Tooling, services: Sequence[ServiceName]) -> Iterator[State]:
    workspace = folder / "workspace"
    workspace.mkdir()
    change_owner(workspace, User.AGENT)
    sandbox = open_sandbox([folder, *tooling.mounts.values()])
    layers = LayeredState((workspace,), dict.fromkeys(services, ()))
    scratch = folder / "scratch"
    with closing(State(sandbox, config, tooling, layers, scratch)) as state:
        yield state
    sandbox.close()


class _Memory:
    """Samples the memory use of all processes of the agent's user. Shared pages count once."""

    def __init__(self) -> None:
        self.most_mib = 0
        self._user = owner_of(User.AGENT)
        self._stop_event = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory")

    def __enter__(self) -> _Memory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop_event.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stop_event.wait(_SAMPLE_SEC):
            self.most_mib = max(self.most_mib, sum(map(self._kib, Path("/proc").glob("[0-9]*"))) >> 10)

    def _kib(self, process: Path) -> int:
        with contextlib.suppress(OSError):  # the process has ended
            if process.stat().st_uid == self._user:
                lines = (process / "smaps_rollup").read_text().splitlines()
                return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return 0
