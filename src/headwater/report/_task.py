"""Makes the page of a task: its prompts, the reference solution's changes, its checks, and each agent's results."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from headwater.records import Gate
from headwater.report import _places
from headwater.report._changes import WorkspaceChanges, read_changes
from headwater.report._data import SiteData
from headwater.report._files import read_start
from headwater.report._trial import QUESTIONS
from headwater.report._trials import first_miss
from headwater.results import Row
from headwater.tasks import INSTRUCTIONS, Task, check_functions

_MOST_TRIALS = 400
_MOST_FILES = 60
_FILE_BYTES = 16 << 10


@dataclass(frozen=True)
class StartingFile:
    """A file in the agent's starting workspace. The text is empty if the file is not a text file."""

    path: str
    size: int
    text: str


@dataclass
class TaskCheck:
    """One of the task's checks, with the trials that failed it."""

    name: str
    doc: str
    demand: str
    required: bool
    gate: Gate
    failed: int = 0
    failed_by: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class GateChecks:
    """The checks in one gate."""

    name: str
    question: str
    checks: tuple[TaskCheck, ...]


def make(data: SiteData, ref: str) -> dict[str, object]:
    """Return the template's data."""
    task = data.task(ref)
    rows = data.by_task[ref]
    ordered = sorted(rows, key=lambda row: (-(row.gates_cleared or 0), -(row.score or 0), row.agent, row.repeat))
    return {
        "ref": ref,
        "task": task,
        "prompts": [(variant.value, task.instruction(variant)) for variant in INSTRUCTIONS] if task else (),
        "about": _about(task) if task else "",
        "files": list(_files(task)) if task else (),
        "solution": read_changes(task.solution, task.workspace) if task else WorkspaceChanges(),
        "seeds": [path.name for path in task.seeds] if task else (),
        "gates": list(_gates(task, rows)) if task else (),
        "alternatives": [(each, _fates(data, rows, "alternative", each.name)) for each in task.alternatives]
        if task
        else (),
        "counterfeits": [(each, _fates(data, rows, "counterfeit", each.name)) for each in task.counterfeits]
        if task
        else (),
        "trials": [(row, data.place(row), first_miss(row)) for row in ordered[:_MOST_TRIALS]],
        "total": len(rows),
        "trials_place": f"{_places.TRIALS}#task={ref}",
    }


def _about(task: Task) -> str:
    """Return the docstring that the author wrote for the checks."""
    return ast.get_docstring(ast.parse(task.checks.read_text())) or ""


def _files(task: Task) -> Iterator[StartingFile]:
    paths = sorted(path for path in task.workspace.rglob("*") if path.is_file() and path.name != ".gitkeep")
    for path in paths[:_MOST_FILES]:
        read = read_start(path, _FILE_BYTES)
        if read is not None:
            yield StartingFile(
                path.relative_to(task.workspace).as_posix(), read.size, read.text if read.is_text else ""
            )


def _gates(task: Task, rows: tuple[Row, ...]) -> Iterator[GateChecks]:
    declared = check_functions(task)
    for gate in Gate:
        checks = [
            TaskCheck(each.name, each.doc, each.demand, each.required, gate) for each in declared if each.gate is gate
        ]
        for check in checks:
            failing = [row for row in rows if f"{gate}.{check.name}" in (row.failed_checks or ())]
            check.failed = len(failing)
            check.failed_by = sorted({row.agent for row in failing})
        yield GateChecks(gate.value, QUESTIONS[gate], tuple(checks))


def _fates(data: SiteData, rows: tuple[Row, ...], kind: str, name: str) -> list[tuple[Row, str | None]]:
    return [(row, data.place(row)) for row in rows if row.agent == f"{kind}:{name}"]
