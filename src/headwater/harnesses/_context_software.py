"""Provides Headwater's context in a sandbox: a separate Python with ``headwater.context`` and its imports.

The agent's own environment is the same as in `base`, and the sandbox exposes nothing about tasks, trials or grading.
"""

from __future__ import annotations

import compileall
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import headwater
from headwater.errors import LayerError
from headwater.harnesses._harness import PREPARED, PROOF, McpServer, Proof
from headwater.installation import Installation
from headwater.layers import Layer, PythonLayer
from headwater.sandbox import WORKSPACE

_ROOT = "/opt/harness/context"
_PYTHON = f"{_ROOT}/python"
_CODE = f"{_ROOT}/code"
FOLDER = f"{_ROOT}/index"
"""The sandbox path at which trials find the prepared results of their starting state."""
INDEX = "/tmp/headwater-context"  # noqa: S108 - the sandbox's own
"""The sandbox path of the index of a trial's server, outside the workspace."""
RUN = (f"{_PYTHON}/bin/python3", "-P", "-m")
"""The command prefix that runs a module of ``headwater.context``."""
ENV = {"PYTHONPATH": _CODE, "PYTHONDONTWRITEBYTECODE": "1"}
_MODULES = (
    "__init__.py",
    "errors.py",
    "caches.py",
    "locks.py",
    "plurals.py",
    "context/**/*.py",
    "dbt/*.py",
    "dbt/jinja/**/*.py",
)


@dataclass(frozen=True)
class _Code(Layer):
    """A compiled copy of the context server's code, so that edits do not affect running trials."""

    @property
    def lock_files(self) -> Sequence[Path]:
        """The files that the layer's digest covers: the sources of the server's modules."""
        return sorted(path for pattern in _MODULES for path in self.lock.glob(pattern))

    def lacks(self) -> None:
        """Return None, because this layer has no dependencies."""

    def runtime(self) -> Mapping[str, Path]:
        """Return an empty mapping, because this layer needs no runtime."""
        return {}

    def _built_for(self) -> str:
        names = " ".join(path.relative_to(self.lock).as_posix() for path in self.lock_files)
        return f"{names} {sys.version}"

    def _install(self, folder: Path, installation: Installation) -> None:  # noqa: ARG002
        for path in self.lock_files:
            target = folder / "headwater" / path.relative_to(self.lock)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
        if not compileall.compile_dir(folder, quiet=2, stripdir=str(folder), prependdir=_CODE):
            raise LayerError("the modules of the context server could not be compiled")


LAYERS: Mapping[str, Layer] = {
    _PYTHON: PythonLayer("harness", "lineage", Path(__file__).with_name("lineage")),
    _CODE: _Code("harness", "context", Path(headwater.__file__).parent),
}
"""The layers that run the modules, keyed by sandbox path."""


_PROOFS = Path(__file__).parent / "context/proofs"
_ENV = " ".join(f"{name}={value}" for name, value in ENV.items())
_SHOP = f"sh -eu {PROOF}/workspace.sh"


def prove_server(server: McpServer, tool: str, parts: tuple[str, ...] = ()) -> Proof:
    """Return the proof that a server finds a table in a database; ``parts`` are prepared before the server starts."""
    ask = f"env {_ENV} python3 {PROOF}/ask_server.py {shlex.join(server.argv).replace(FOLDER, PREPARED)}"
    steps = [_SHOP, *([_prepare(parts)] if parts else []), ask]
    return Proof(name="a server that is asked for a table", tools=(tool,), folder=_PROOFS, command=" && ".join(steps))


def prove_pages(tool: str) -> Proof:
    """Return the proof that a scan of a database writes pages."""
    look = f"grep -q customers {PREPARED}/wiki/project.md"
    steps = f"{_SHOP} && {_prepare(('wiki',))} && {look}"
    return Proof(name="pages about a database", tools=(tool,), folder=_PROOFS, command=steps)


def _prepare(parts: tuple[str, ...]) -> str:
    command = shlex.join([*RUN, "headwater.context.prepare", WORKSPACE, PREPARED, *parts])
    return f"mkdir -p {PREPARED} && env {_ENV} {command}"
