"""Finds executors by name, both Headwater's own and those from other installed packages."""

from __future__ import annotations

from headwater.errors import NotFoundError, OptionError
from headwater.jobs.executors._protocol import Executor
from headwater.jobs.executors.local import LocalExecutor
from headwater.jobs.executors.ray import RayExecutor
from headwater.plugins import Group, call_entry_point

_GROUP: Group[Executor] = Group(
    "headwater.executors",
    brings="an executor",
    page="docs/executors.md",
    make=call_entry_point,
    fault=lambda plugin: (
        "" if isinstance(plugin, Executor) else "is not an instance of headwater.jobs.executors.Executor"
    ),
)
_OWN: dict[str, type[Executor]] = {LocalExecutor.name: LocalExecutor, RayExecutor.name: RayExecutor}


def executor_names() -> list[str]:
    """Return the names of the available executors, without loading any.

    Raises:
        PluginError: An entry point has the same name as another one.
    """
    return [*_OWN, *_GROUP.entries(_OWN)]


def find_executor(name: str, cluster: str | None = None, store: str | None = None) -> Executor:
    """Return the executor with this name.

    Args:
        name: The value of ``--executor``.
        cluster: The address of the machines that run trials.
        store: The URL of the store through which these machines share their caches.

    Raises:
        OptionError: The executor takes no address, or no store.
        NotFoundError: There is no such executor. The message names the available ones.
        PluginError: An entry point has the same name as another one, or refers to something that is not an executor.
    """
    if name == RayExecutor.name:
        return RayExecutor(cluster, store)
    if cluster is not None:
        raise OptionError(f"the executor {name} has no cluster", where=f"--ray-address {cluster}", fix="--executor ray")
    if store is not None:
        raise OptionError(f"the executor {name} has no store", where=f"--ray-store {store}", fix="--executor ray")
    if name in _OWN:
        return _OWN[name]()
    others = _GROUP.entries(_OWN)
    if name not in others:
        names = ", ".join([*_OWN, *others])
        raise NotFoundError("no such executor", where=f"--executor {name}", fix=f"there are {names}")
    return _GROUP.load(others[name])
