"""Suites: named families of tasks. Built-in ones are folders here, or generated into the cache; any folder is one."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.caches import home
from headwater.errors import UserError
from headwater.extras import needs_extra

if TYPE_CHECKING:
    from headwater.tasks import Task

_FOLDER = Path(__file__).parent
_GENERATED = {"spider2": "spider2", "spider2-repaired": "spider2.repaired", "warehouse": "warehouse"}
"""The module of each; it has ``tasks_folder``, and may have ``listed``, of rows to show in place of tasks, and
``BASELINE_AGENT``, over which results show a lift."""


def suite_names() -> list[str]:
    """Return the built-in suites."""
    return sorted([*(path.parent.name for path in _FOLDER.glob("*/tasks")), *_GENERATED])


def _generated(name: str) -> Path:
    with needs_extra(_GENERATED[name].partition(".")[0]):
        module: Any = import_module(f"headwater.suites.{_GENERATED[name]}")
        folder: Path = module.tasks_folder(home())
    return folder


def listed_rows(name: str) -> list[dict[str, Any]] | None:
    """Return what a suite shows of itself where its tasks are not all there is to say; None if they are.

    Raises:
        UserError: It is not built.
    """
    listed = (
        getattr(import_module(f"headwater.suites.{_GENERATED[name]}"), "listed", None) if name in _GENERATED else None
    )
    rows: list[dict[str, Any]] | None = listed(home()) if listed is not None else None
    return rows


def baseline_agent(name: str) -> str | None:
    """Return the agent to which a suite's results compare every other; None if it declares none."""
    if name not in _GENERATED:
        return None
    agent: str | None = getattr(import_module(f"headwater.suites.{_GENERATED[name]}"), "BASELINE_AGENT", None)
    return agent


def suite_folder(name: str) -> Path:
    """Return where a suite's tasks are: a built-in one's, or the folder ``name`` itself.

    Raises:
        UserError: There is neither.
    """
    if name in _GENERATED:
        folder = _generated(name)
        if not folder.is_dir():
            raise UserError(f"the tasks of {name} are not built yet; run: headwater build {name}-tasks")
        return folder
    built_in = _FOLDER / name / "tasks"
    if built_in.is_dir():
        return built_in
    if Path(name).is_dir():
        return Path(name).resolve()
    raise UserError(f"{name}: no such suite or folder; the suites are {', '.join(suite_names())}")


def find_tasks(refs: Sequence[str]) -> list[Task]:
    """Return the tasks that ``SUITE``, ``SUITE/TASK`` or paths name, each once, in the order given.

    Raises:
        UserError: One names nothing, a task of it is malformed, or two folders have one name.
    """
    found: dict[str, Task] = {}
    for ref in refs:
        for task in _resolve(ref.rstrip("/")):
            first = found.setdefault(task.ref, task)
            if first.folder != task.folder:
                raise UserError(f"{task.ref}: is the name of {first.folder} and of {task.folder}; rename one")
    return list(found.values())


def _resolve(ref: str) -> Sequence[Task]:
    from headwater.tasks import read_task, read_tasks  # imported late: what grading runs in a sandbox is below this

    if not ref:
        raise UserError(f"an empty name: give a suite, a task or a folder; the suites are {', '.join(suite_names())}")
    path = Path(ref)
    if (path / "task.toml").is_file():
        return [read_task(path.resolve())]
    suite, _, name = ref.rpartition("/")
    if suite in suite_names():
        folder = suite_folder(suite) / name
        if not folder.is_dir():
            known = ", ".join(sorted(path.parent.name for path in suite_folder(suite).glob("*/task.toml")))
            raise UserError(f"{ref}: no such task; {suite} has {known}")
        return [read_task(folder)]
    tasks = read_tasks(suite_folder(ref))
    if not tasks:
        raise UserError(f"{ref}: there are no tasks; `headwater new {ref}/my-task` makes one")
    return tasks
