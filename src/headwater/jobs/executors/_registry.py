"""From a name to an executor: Headwater's own, and those of other installed packages."""

from __future__ import annotations

from headwater.errors import NotFoundError
from headwater.jobs.executors._protocol import Executor
from headwater.jobs.executors.local import LocalExecutor
from headwater.plugins import Group, called

_GROUP: Group[Executor] = Group(
    "headwater.executors",
    brings="an executor",
    page="docs/executors.md",
    make=called,
    fault=lambda made: "" if isinstance(made, Executor) else "is not an instance of headwater.jobs.executors.Executor",
)
_OWN = {LocalExecutor.name: LocalExecutor}


def executor_names() -> list[str]:
    """Return the executors that there are; none is loaded.

    Raises:
        PluginError: An entry point takes the name of another one.
    """
    return [*_OWN, *_GROUP.entries(_OWN)]


def find_executor(name: str) -> Executor:
    """Return the executor of that name.

    Raises:
        NotFoundError: There is none; names those that there are.
        PluginError: An entry point takes the name of another one, or names something that is no executor.
    """
    if name in _OWN:
        return _OWN[name]()
    others = _GROUP.entries(_OWN)
    if name not in others:
        names = ", ".join([*_OWN, *others])
        raise NotFoundError("no such executor", where=f"--executor {name}", fix=f"there are {names}")
    return _GROUP.load(others[name])
