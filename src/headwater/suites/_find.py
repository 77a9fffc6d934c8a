"""Finds the tasks that the command line names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from headwater.caches import home
from headwater.errors import AmbiguousNameError, NotFoundError, OptionError
from headwater.extras import needs_extra
from headwater.suites._registry import all_suites

if TYPE_CHECKING:
    from headwater.tasks import Task


def suite_folder(name: str) -> Path:
    """Return the folder that contains a suite's tasks: that of an installed suite, or the folder ``name`` itself.

    Raises:
        UserError: Neither exists, or the suite is not built yet.
    """
    if name in all_suites():
        suite = all_suites()[name]
        with needs_extra(suite.extra or name):
            return suite.tasks_folder(home())
    if Path(name).is_dir():
        return Path(name).resolve()
    raise NotFoundError("no such suite or folder", where=name, fix=f"the suites are {', '.join(all_suites())}")


Name = str | os.PathLike[str]


def find_tasks(refs: Name | Iterable[Name]) -> list[Task]:
    """Return the tasks that the given suites, tasks or paths name, each once and in the given order.

    Args:
        refs: One or more names.

    Raises:
        UserError: A name matches nothing, a task is malformed, or two folders have the same name.
    """
    found: dict[str, Task] = {}
    for ref in [refs] if isinstance(refs, str | os.PathLike) else refs:
        for task in _resolve(os.fspath(ref).rstrip("/")):
            first = found.setdefault(task.ref, task)
            if first.folder != task.folder:
                raise AmbiguousNameError(
                    f"is the name of {first.folder} and of {task.folder}", where=task.ref, fix="rename one"
                )
    return list(found.values())


def _resolve(ref: str) -> Sequence[Task]:
    from headwater.tasks import read_task, read_tasks  # imported late, because grading sandboxes import this package

    if not ref:
        raise OptionError(
            "an empty name", fix=f"give a suite, a task or a folder; the suites are {', '.join(all_suites())}"
        )
    path = Path(ref)
    if (path / "task.toml").is_file():
        return [read_task(path.resolve())]
    suite, _, name = ref.rpartition("/")
    if suite in all_suites():
        folder = suite_folder(suite) / name
        if not folder.is_dir():
            known = ", ".join(sorted(path.parent.name for path in suite_folder(suite).glob("*/task.toml")))
            raise NotFoundError("no such task", where=ref, fix=f"{suite} has {known}")
        return [read_task(folder)]
    tasks = read_tasks(suite_folder(ref))
    if not tasks:
        raise NotFoundError("there are no tasks", where=ref, fix=f"`headwater new {ref}/my-task` makes one")
    return tasks
