"""Builds a harness: the sandbox mounts for a job's trials, and the text for their agents."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from headwater.errors import MissingDependencyError, UnsupportedError
from headwater.harnesses._harness import Harness, McpServer, Preparation, Software
from headwater.harnesses._registry import BASE, find_harness
from headwater.records import ServiceName

_SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"


@dataclass(frozen=True)
class BuiltHarness:
    """A built harness, including everything that it builds on.

    Attributes:
        name: The name of the harness.
        digest: The digest of everything that the harness adds to a sandbox: layers, PATH, variables, services, servers
            and text.
        mounts: Sandbox paths mapped to host paths, mounted read-only.
        env: The environment variables of agents and their code; values may refer to services.
        services: The engines that run in each trial, even for tasks that do not declare them.
        service_env: Further variables, grouped by engine, that are set if the engine runs.
        mcp_servers: The servers whose tools agents get in addition to their own.
        system_text: The text about this tooling that is appended to the agents' own system prompt.
        preparation: The program that prepares each starting state.
    """

    name: str
    digest: str
    mounts: Mapping[str, Path]
    env: Mapping[str, str]
    services: tuple[ServiceName, ...] = ()
    service_env: Mapping[ServiceName, Mapping[str, str]] = field(default_factory=dict)
    mcp_servers: tuple[McpServer, ...] = ()
    system_text: str = ""
    preparation: Preparation | None = None


def prepare(name: str, home: Path, notify: Callable[[str], None]) -> BuiltHarness:
    """Build the parts of a harness that are missing from the cache below ``home``, and return the harness.

    Raises:
        NotFoundError: The harness does not exist.
        MissingDependencyError: This machine lacks a dependency of the harness.
        LayerError: Its packages could not be installed.
    """
    harness = find_harness(name)
    if missing := harness.lacks(home):
        raise MissingDependencyError(missing.what, where=f"--harness {name}", fix=missing.fix)
    nothing = BuiltHarness(name, "", {}, {"PATH": _SYSTEM_PATH})
    base = _with_harness(nothing, find_harness(BASE), home, notify)
    return base if name == BASE else _with_harness(base, harness, home, notify)


def add(built: BuiltHarness, software: Software, home: Path, notify: Callable[[str], None]) -> BuiltHarness:
    """Add software that takes precedence: its folders come first on the PATH, and its variables override others.

    Args:
        built: The harness to extend; the result has the same name, and its digest covers both.
        software: The software, which is built unless it is cached.
        home: The root folder of the caches.
        notify: Called with the name of each build.

    Raises:
        UnsupportedError: One of its paths is already mounted.
        MissingDependencyError: This machine lacks a dependency of the software.
        LayerError: Its packages could not be installed.
    """
    mounts = {target: layer.build(home, notify) for target, layer in software.layers.items()}
    if conflicts := sorted(mounts.keys() & built.mounts.keys()):
        raise UnsupportedError(
            f"two layers are at {conflicts[0]}", where=f"harness {built.name}", fix="give one of them another path"
        )
    runtimes = {target: path for layer in software.layers.values() for target, path in layer.runtime().items()}
    # Scripts need a link to an interpreter outside /usr, such as node.
    interpreters = [str(Path(target).parent) for target, path in runtimes.items() if path.is_file()]
    path = ":".join(dict.fromkeys([*software.path, *interpreters, *built.env["PATH"].split(":")]))
    content = json.dumps([built.digest, software.content()], sort_keys=True)
    return replace(
        built,
        digest=hashlib.sha256(content.encode()).hexdigest(),
        mounts={**built.mounts, **mounts, **runtimes},
        env={**built.env, **software.env, "PATH": path},
    )


def _with_harness(below: BuiltHarness, harness: Harness, home: Path, notify: Callable[[str], None]) -> BuiltHarness:
    if harness.preparation is not None:
        for layer in harness.preparation.layers.values():
            layer.build(home, notify)
    return replace(
        add(below, harness, home, notify),
        services=harness.services,
        service_env=harness.service_env,
        mcp_servers=harness.mcp_servers,
        system_text=harness.system_text,
        preparation=harness.preparation,
    )
