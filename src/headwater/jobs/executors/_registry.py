"""From a name to an executor: Headwater's own, and those of other installed packages."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from headwater.errors import UserError
from headwater.jobs.executors._protocol import Executor
from headwater.jobs.executors.local import LocalExecutor

GROUP = "headwater.executors"
"""Entry points of packages that bring an executor: its name, and its class."""
_OWN = {LocalExecutor.name: LocalExecutor}


def executor_names() -> list[str]:
    """Return the executors that there are; none is loaded.

    Raises:
        UserError: An entry point takes the name of another one.
    """
    return [*_OWN, *_others()]


def find_executor(name: str) -> Executor:
    """Return the executor of that name.

    Raises:
        UserError: There is none, or its package names something that is no executor.
    """
    if name in _OWN:
        return _OWN[name]()
    others = _others()
    if name not in others:
        raise UserError(f"--executor {name}: no such executor; there are {', '.join(executor_names())}")
    return _loaded(others[name])


def _others() -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        if entry.name in _OWN or entry.name in found:
            raise UserError(f"{_where(entry)}: there is an executor of that name; rename it")
        found[entry.name] = entry
    return found


def _loaded(entry: EntryPoint) -> Executor:
    try:
        executor = entry.load()
    except Exception as error:
        raise UserError(f"{_where(entry)}: cannot be loaded ({type(error).__name__}: {error}); mend it") from error
    if not (isinstance(executor, type) and issubclass(executor, Executor)):
        raise UserError(f"{_where(entry)}: is not a subclass of headwater.jobs.executors.Executor")
    if executor.name != entry.name:
        raise UserError(f"{_where(entry)}: the executor calls itself {executor.name}; give both one name")
    return executor()


def _where(entry: EntryPoint) -> str:
    package = f" of {entry.dist.name}" if entry.dist else ""
    return f"entry point {GROUP}{package}: {entry.name} = {entry.value}"
