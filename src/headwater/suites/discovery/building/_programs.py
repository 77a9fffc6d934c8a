"""Runs of programs on data, in the sandbox of a trial."""

from __future__ import annotations

import pickle
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from headwater.grading import LayeredState, State, Tooling
from headwater.records import FileReads, TaskConfig
from headwater.sandbox import DATA, User, open_sandbox, own, remove_tree, run_in_cell
from headwater.suites.discovery.building.in_cell import run_in_cell_pickled
from headwater.suites.discovery.grading import ENTRYPOINT, PROGRAM, PROGRAM_SEC

_CELL_SEC = 1800.0


@dataclass(frozen=True)
class Run:
    """A program and the data on which it runs.

    Attributes:
        data: The layers of ``/data``, the uppermost first.
    """

    program: str
    data: tuple[Path, ...]


@dataclass(frozen=True)
class Ran:
    """What came of a run.

    Attributes:
        output: What it printed; empty if it failed.
        failure: The last line of its error; empty if it did not fail.
        reads: The files that it opened.
    """

    output: str
    failure: str
    reads: FileReads


@dataclass(frozen=True)
class Plan:
    """Runs that share a cell; picklable."""

    config: TaskConfig
    tooling: Tooling
    runs: tuple[Run, ...]


def run_apart(plan: Plan, home: Path, cancel: threading.Event | None = None) -> list[Ran]:
    """Run the programs of a plan in a cell, one after the other.

    Raises:
        CancelledError: ``cancel`` was set.
        SandboxError: There is no sandbox on this machine.
    """
    home.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".running-", dir=home))
    try:
        done = run_in_cell(run_in_cell_pickled, pickle.dumps(plan), scratch, cancel=cancel, timeout_sec=_CELL_SEC)
        ran: list[Ran] = pickle.loads(done)  # noqa: S301 - of this very program
    finally:
        remove_tree(scratch)
    return ran


def run_programs(plan: Plan, scratch: Path) -> list[Ran]:
    """Do so within the cell."""
    sources: Sequence[Path] = [layer for run in plan.runs for layer in run.data]
    sandbox = open_sandbox([scratch, *sources, *plan.tooling.mounts.values()])
    found = []
    for number, run in enumerate(plan.runs):
        folder = scratch / str(number)
        workspace = folder / "program"
        workspace.mkdir(parents=True)
        (workspace / PROGRAM).write_text(run.program, encoding="utf-8")
        for path in (workspace, workspace / PROGRAM):
            own(path, User.AGENT)
        shown = sandbox.join(run.data)
        tooling = replace(plan.tooling, mounts={**plan.tooling.mounts, DATA: shown})
        state = State(sandbox, plan.config, tooling, LayeredState((workspace,)), folder / "state")
        traced = state.run_traced(ENTRYPOINT, PROGRAM_SEC)
        state.close()
        done = traced.completed
        failure = done.last_line or f"exit code {done.exit_code}" if done.exit_code else ""
        found.append(Ran("" if failure else done.stdout.strip(), failure, traced.reads))
    sandbox.close()
    return found
