"""The harness `base`, and an MCP server that knows the data and dbt models of the workspace.

The server is `headwater.context.mcp` in a Python of its own, so that the agent's environment is that of `base`: between
the two harnesses nothing differs but the server's tools and the lines of ``TEXT``. Of Headwater the sandbox shows
``headwater.context`` and what it imports, and nothing of tasks, trials or grading.

Lineage and search of the starting state are made once and kept beside it; a trial's server starts with a copy in the
sandbox's ``/tmp`` and follows whatever the agent changes. Nothing is written to the workspace. On 446 models like those
of the suite `warehouse` start and first question about lineage take 2.0 to 2.7 s of processor time, without that copy
6.0 to 7.4 s (n = 4 each, on a load of 6 to 10); to make lineage takes 4 to 5.5 s (n = 2).
"""

from __future__ import annotations

import compileall
import hashlib
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import headwater
from headwater.errors import InfraError
from headwater.harnesses import PREPARED, ROOT, Harness, McpServer, Preparation
from headwater.layers import Layer, PythonLayer
from headwater.sandbox import WORKSPACE

_PYTHON = f"{ROOT}/context/python"
_CODE = f"{ROOT}/context/code"
_MADE = f"{ROOT}/context/index"
_INDEX = "/tmp/headwater-context"  # noqa: S108 - the sandbox's own
_MODULES = ("__init__.py", "errors.py", "locks.py")

TEXT = """\
The tools of the MCP server `headwater` know the data and the dbt models in your working directory, and follow your
edits. Ask them before you search files: `search` finds names, `show` describes a model or table as it is in the
database, `upstream` and `column` say which SQL a column comes from, with file and line, `impact` what a change of it
reaches, `difference` why two columns disagree, `contract` what is declared but missing or broken. After you have built
a model, `verify_model` says whether it is as declared and has lost or multiplied no rows."""


def extend(base: Harness, home: Path, notify: Callable[[str], None]) -> Harness:
    """Add the server to `base`.

    Raises:
        InfraError: Its packages could not be installed.
    """
    python = PythonLayer("harness", "lineage", Path(__file__).parent)
    code = _Code("harness", "context", Path(headwater.__file__).parent)
    run, env = (f"{_PYTHON}/bin/python3", "-P", "-m"), {"PYTHONPATH": _CODE, "PYTHONDONTWRITEBYTECODE": "1"}
    server = McpServer("headwater", (*run, "headwater.context.mcp", WORKSPACE, _INDEX, _MADE), env)
    preparation = Preparation((*run, "headwater.context.live", WORKSPACE, PREPARED), env, _MADE)
    parts = (base.digest, python.digest, code.digest, repr(server), repr(preparation), TEXT)
    return replace(
        base,
        name="lineage",
        digest=hashlib.sha256("\0".join(parts).encode()).hexdigest(),
        mounts={**base.mounts, _PYTHON: python.build(home, notify), _CODE: code.build(home, notify)},
        mcp_servers=(*base.mcp_servers, server),
        system_text=f"{base.system_text}\n\n{TEXT}".lstrip(),
        preparation=preparation,
    )


@dataclass(frozen=True)
class _Code(Layer):
    """The part of Headwater that the server is, compiled: a copy, so that running trials do not see edits of it."""

    @property
    def lock_files(self) -> Sequence[Path]:
        """Its modules."""
        return sorted([*(self.lock / "context").rglob("*.py"), *(self.lock / name for name in _MODULES)])

    def lacks(self) -> str:
        """Nothing."""
        return ""

    def runtime(self) -> Mapping[str, Path]:
        """Nothing."""
        return {}

    def _built_for(self) -> str:
        names = " ".join(path.relative_to(self.lock).as_posix() for path in self.lock_files)
        return f"{names} {sys.version}"

    def _install(self, folder: Path) -> None:
        for path in self.lock_files:
            target = folder / "headwater" / path.relative_to(self.lock)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
        if not compileall.compile_dir(folder, quiet=2, stripdir=str(folder), prependdir=_CODE):
            raise InfraError("harness lineage: its modules could not be compiled")
