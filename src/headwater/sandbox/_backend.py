"""Chooses the back end in which a trial's processes run, according to ``HEADWATER_SANDBOX``."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import OptionError, SandboxError
from headwater.sandbox import _cgroups, _linux, _stages
from headwater.sandbox._bubblewrap import BubblewrapSandbox
from headwater.sandbox._container import ContainerSandbox, MakeEngine
from headwater.sandbox._engines import Docker, Podman, docker_cells, end_docker, end_podman
from headwater.sandbox._protocol import Sandbox

_VARIABLE = "HEADWATER_SANDBOX"
_CELL = _linux.CLONE_NEWUTS | _linux.CLONE_NEWIPC | _linux.CLONE_NEWPID | _linux.CLONE_NEWNET


@dataclass(frozen=True)
class Backend:
    """A way to isolate processes, and the cell that it needs.

    Attributes:
        namespaces: The namespaces that a cell unshares. They always include the pid namespace, because the cell ends
            when that namespace ends.
        packages: The Debian package of each program.
        make_engine: Creates the container engine. None if the back end has none.
        end: Takes a dead cell's name, and removes the resources that the cell left outside its namespaces.
    """

    name: str
    namespaces: int
    packages: Mapping[str, str]
    needs_root: bool = False
    make_engine: MakeEngine | None = None
    end: Callable[[str], None] = _cgroups.remove_groups


_BUBBLEWRAP = Backend(
    name="bubblewrap",
    namespaces=_CELL | _linux.CLONE_NEWUSER | _linux.CLONE_NEWNS,
    packages={"bwrap": "bubblewrap", "setpriv": "util-linux", "prlimit": "util-linux"},
)
_DOCKER = Backend(
    name="docker",
    namespaces=_CELL,  # the daemon must see the cell's mounts, so the cell creates them in the host's mount namespace
    packages={"docker": "docker.io", "prlimit": "util-linux"},
    needs_root=True,
    make_engine=Docker,
    end=end_docker,
)
_PODMAN = Backend(
    name="podman",
    namespaces=_CELL | _linux.CLONE_NEWNS,
    packages={"podman": "podman", "prlimit": "util-linux"},
    needs_root=True,
    make_engine=Podman,
    end=end_podman,
)
BACKENDS = {backend.name: backend for backend in (_BUBBLEWRAP, _DOCKER, _PODMAN)}


def chosen_backend() -> Backend:
    """Return the back end that the environment chooses.

    Raises:
        OptionError: No back end has that name.
    """
    name = os.environ.get(_VARIABLE) or "bubblewrap"
    if name not in BACKENDS:
        raise OptionError("no such sandbox", where=f"{_VARIABLE}={name}", fix=f"there are {', '.join(BACKENDS)}")
    return BACKENDS[name]


_backend = _BUBBLEWRAP
_cell = ""
_stage = Path()


def begin_cell(backend: Backend, cell: str) -> None:
    """Prepare the resources of a cell outside its namespaces. The cell's guardian calls this."""
    global _backend, _cell, _stage
    _backend, _cell = backend, cell
    if backend.make_engine is not None:
        _stage = _stages.make_stage(f"{backend.name}-{cell}")


def open_sandbox(sources: Sequence[Path]) -> Sandbox:
    """Return a new sandbox for this cell.

    Args:
        sources: Paths on the host that processes will read or write.
    """
    if _backend.make_engine is None:
        return BubblewrapSandbox(sources)
    return ContainerSandbox(_backend.make_engine, _cell, _stage)


def end_cell(backend: Backend, cell: str) -> None:
    """Remove the remaining resources of a cell whose processes are dead.

    Raises:
        SandboxError: An engine did not stop its containers. ``sweep`` will try again.
    """
    with _stages.removing(f"{backend.name}-{cell}"):
        backend.end(cell)


def sweep() -> None:
    """Remove the remaining resources of cells whose guardian was killed, for every back end."""
    with _stages.stages() as (dead, used):
        stale = set(dead)
        if chosen_backend() is _DOCKER:  # a slow daemon may have created a container after its cell ended
            stale |= {f"{_DOCKER.name}-{cell}" for cell in docker_cells()} - set(used)
        for name in sorted(stale):
            backend, _, cell = name.partition("-")
            if backend in BACKENDS:
                with contextlib.suppress(SandboxError):  # the next sweep retries an engine that does not answer
                    end_cell(BACKENDS[backend], cell)
    _cgroups.sweep()
