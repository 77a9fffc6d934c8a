"""The tooling that an agent finds in its sandbox, as one read-only folder that never enters a trial's cost.

Each harness is a folder here with ``requirements.in`` (what it is for) and ``requirements.txt`` (exact
versions with hashes, written by ``uv pip compile``). It is built once into the cache. That is the Python of agents;
but a package with a function ``extend`` adds to the harness `base`, under one name or several, and leaves its Python
alone.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from headwater.errors import UserError
from headwater.layers import PythonLayer
from headwater.sandbox import HOME
from headwater.services import SERVICES
from headwater.services.postgres import Postgres

_FOLDER = Path(__file__).parent
_EXTENSIONS = {"lineage": "lineage", "context": "context", "context-catalog": "context", "context-wiki": "context"}
"""The package that extends `base`, by the harness's name."""
ROOT = "/opt/harness"
"""Where harnesses are in the sandbox."""
PREPARED = f"{HOME}/prepared"
"""Where preparations leave what they make."""


@dataclass(frozen=True)
class McpServer:
    """A server of tools that agents start in their sandbox and talk to over its standard input and output."""

    name: str
    argv: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Preparation:
    """What a harness makes of a task's starting state, once, for all trials that begin with that state.

    Attributes:
        argv: The program. It runs as an agent would, in the workspace; what it leaves in ``PREPARED`` is kept.
        target: The folder in which the sandboxes of trials have it, read-only.
        mounts: What the program is, where trials are not shown it: path in the sandbox to path outside.
        digested: Patterns of what is part of each result's digest: files that are the same whenever they are made.
    """

    argv: Sequence[str]
    env: Mapping[str, str]
    target: str
    mounts: Mapping[str, Path] = field(default_factory=dict)
    digested: tuple[str, ...] = ()


@dataclass(frozen=True)
class Harness:
    """A built harness.

    Attributes:
        name: The folder's name.
        digest: Of the locked requirements and the Python version.
        mounts: Path in the sandbox to path outside, read-only.
        env: What it adds to the environment of agents and of their code.
        mcp_servers: Tools that agents are given beside their own.
        system_text: What agents are told about this tooling, beside their own system prompt.
        preparation: What is made of each starting state for those servers.
    """

    name: str
    digest: str
    mounts: dict[str, Path]
    env: dict[str, str]
    mcp_servers: tuple[McpServer, ...] = ()
    system_text: str = ""
    preparation: Preparation | None = None


def names() -> list[str]:
    """Return the harnesses that there are."""
    return sorted({*_EXTENSIONS, *(path.parent.name for path in _FOLDER.glob("*/requirements.txt"))})


def prepare(name: str, home: Path, notify: Callable[[str], None]) -> Harness:
    """Build a harness unless it is in the cache below ``home``, and return it.

    Raises:
        UserError: There is no such harness.
        InfraError: Its packages could not be installed.
    """
    if name not in names():
        raise UserError(f"--harness {name}: no such harness; there are {', '.join(names())}")
    if name in _EXTENSIONS:
        package = importlib.import_module(f"{__name__}.{_EXTENSIONS[name]}")
        extended: Harness = package.extend(name, prepare("base", home, notify), home, notify)
        return extended
    layer = PythonLayer("harness", name, _FOLDER / name)
    target = layer.build(home, notify)
    postgres = SERVICES["postgres"]
    assert isinstance(postgres, Postgres)
    mounts = {f"{ROOT}/python": target, **postgres.mounts(ROOT)}
    path = f"{ROOT}/python/bin:{ROOT}/postgres/install/bin:/usr/local/bin:/usr/bin:/bin"
    return Harness(name, layer.digest, mounts, {"PATH": path})
