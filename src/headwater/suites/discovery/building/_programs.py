"""Runs programs on data in the same sandbox as a trial."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from headwater.grading import LayeredState, State, Tooling
from headwater.records import FileReads, TaskConfig
from headwater.sandbox import DATA, User, change_owner, open_sandbox
from headwater.suites.discovery.grading import ENTRYPOINT, PROGRAM, PROGRAM_SEC


@dataclass(frozen=True)
class Run:
    """A program and its data.

    Attributes:
        data: The layers of ``/data``, topmost first.
        seconds: The time limit of the program.
    """

    program: str
    data: tuple[Path, ...]
    seconds: float = PROGRAM_SEC


@dataclass(frozen=True)
class RunResult:
    """The result of a run.

    Attributes:
        output: The program's output. Empty if it failed.
        failure: The last line of its error message. Empty if it succeeded.
        reads: The files that it opened.
    """

    output: str
    failure: str
    reads: FileReads


@dataclass(frozen=True)
class RunPlan:
    """A picklable list of runs that share a cell."""

    config: TaskConfig
    tooling: Tooling
    runs: tuple[Run, ...]


def run_programs(plan: RunPlan, scratch: Path) -> list[RunResult]:
    """Run the programs of a plan one after the other. This function runs in a cell."""
    sources: Sequence[Path] = [layer for run in plan.runs for layer in run.data]
    sandbox = open_sandbox([scratch, *sources, *plan.tooling.mounts.values()])
    found = []
    for number, run in enumerate(plan.runs):
        folder = scratch / str(number)
        workspace = folder / "program"
        workspace.mkdir(parents=True)
        (workspace / PROGRAM).write_text(run.program, encoding="utf-8")
        for path in (workspace, workspace / PROGRAM):
            change_owner(path, User.AGENT)
        shown = sandbox.join(run.data)
        tooling = replace(plan.tooling, mounts={**plan.tooling.mounts, DATA: shown})
        state = State(sandbox, plan.config, tooling, LayeredState((workspace,)), folder / "state")
        traced = state.run_traced(ENTRYPOINT, run.seconds)
        state.close()
        done = traced.completed
        failure = done.last_line or f"exit code {done.exit_code}" if done.exit_code else ""
        found.append(RunResult("" if failure else done.stdout.strip(), failure, traced.reads))
    sandbox.close()
    return found
