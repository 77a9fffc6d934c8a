"""Declares the parts of a harness; a job reads the declaration and builds the parts that it needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from headwater.errors import MissingDependencyError, NotFoundError, UnsupportedError, UserError
from headwater.layers import Layer
from headwater.memory import machine_memory, usable_memory
from headwater.records import ServiceName
from headwater.sandbox import HOME
from headwater.services import SERVICES, references

ROOT = "/opt/harness"
"""The sandbox folder that contains the layers of harnesses."""
PROOF = "/proof"
"""The sandbox path at which a proof's folder is mounted."""
PREPARED = f"{HOME}/prepared"
"""The sandbox folder into which preparations write their output."""
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class McpServer:
    """A tool server that agents start in their sandbox and communicate with over its standard input and output."""

    name: str
    argv: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Preparation:
    """Prepares a task's starting state for a harness, once for all trials with that starting state.

    Attributes:
        argv: The program. It runs as an agent would, in the workspace; its output in ``PREPARED`` is stored.
        env: Variables that are added to its environment.
        target: The folder in which sandboxes of agents with a model see the output, read-only.
        layers: The program's own layers, which trials do not see: sandbox paths mapped to layers.
        digested: Patterns for the output files that each result's digest covers: files that are always the same, and
            files that distinguish results, such as pages that a model wrote.
        model: The model that the program may use, as its provider names it. The variables that SDKs read point to it.
    """

    argv: Sequence[str]
    env: Mapping[str, str]
    target: str
    layers: Mapping[str, Layer] = field(default_factory=dict)
    digested: tuple[str, ...] = ()
    model: str = ""


@dataclass(frozen=True, kw_only=True)
class Proof:
    """A realistic use of some of a harness's tools, with which ``headwater validate --harness`` proves that they work.

    It runs as an agent's code would, under the default task limits and with services that start empty.

    Attributes:
        name: A name of one or two words.
        tools: The tools that it exercises, named as in `Harness.tools`.
        folder: The folder with its scripts, mounted in the sandbox as `PROOF`.
        command: A command for ``sh -c`` in an empty workspace; the tools work if its exit code is 0.
        services: Engines that run in addition to those that the harness requests.
        start: A minimal command that starts the tool; its duration is the tool's start-up time.
        timeout_sec: The time limit of the command.
    """

    name: str
    tools: tuple[str, ...]
    folder: Path
    command: str
    services: tuple[ServiceName, ...] = ()
    start: str = ""
    timeout_sec: float = 300


@dataclass(frozen=True, kw_only=True)
class Software:
    """Layers, with the PATH folders and the variables that they need.

    Attributes:
        layers: Sandbox paths below ``ROOT`` mapped to the layers that are mounted there, read-only.
        path: Sandbox folders that come first on the PATH, before the folders of the software that is extended.
        env: The environment variables of agents and of their code. Values may refer to services, as in
            ``{postgres.host}``; see `headwater.services.references`.
    """

    layers: Mapping[str, Layer] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for target in self.layers:
            if not target.startswith(f"{ROOT}/"):
                raise ValueError(f"layers: {target} is not below {ROOT}")
        for folder in self.path:
            if not folder.startswith("/"):
                raise ValueError(f"path: {folder} is not absolute")
        if "PATH" in self.env:
            raise ValueError("env: PATH cannot be set here; use the attribute path")

    def content(self) -> dict[str, Any]:
        """Return everything that the software adds to a sandbox, as JSON values for each result's digest."""
        return {
            "layers": {target: layer.digest for target, layer in self.layers.items()},
            "path": list(self.path),
            "env": dict(self.env),
        }


@dataclass(frozen=True, kw_only=True)
class Harness(Software):
    """The tooling that agents have in their sandbox, as an addition to the harness `base`.

    A harness is an instance of this class in the file ``harness.py`` of its package, which must not import heavy
    modules. Another package registers its harness in the entry-point group ``headwater.harnesses``; docs/harnesses.md
    contains an example.

    Attributes:
        name: The name on the command line.
        summary: One line for `headwater harnesses`.
        tools: The programs and packages that agents can use. `headwater harnesses` prints them with the versions from
            the layers' lock files.
        services: Engines that run in each trial. Engines that the task does not declare start empty, and their data is
            never compared.
        service_env: Further variables, grouped by engine, that are set if the task or the harness runs the engine.
        mcp_servers: The servers whose tools agents get in addition to their own.
        system_text: The text about this tooling that is appended to the agents' own system prompt.
        preparation: The program that prepares each starting state.
        proofs: The proofs that the tools work; the digests of results do not cover them.
        memory_mb: The memory that the tools need in a trial, if it is substantial.
    """

    name: str
    summary: str
    tools: tuple[str, ...] = ()
    services: tuple[ServiceName, ...] = ()
    service_env: Mapping[ServiceName, Mapping[str, str]] = field(default_factory=dict)
    mcp_servers: tuple[McpServer, ...] = ()
    system_text: str = ""
    preparation: Preparation | None = None
    proofs: tuple[Proof, ...] = ()
    memory_mb: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"name: {self.name!r} may contain only lower-case letters, digits and single hyphens")
        if any("PATH" in env for env in self.service_env.values()):
            raise ValueError("service_env: PATH cannot be set here; use the attribute path")
        for proof in self.proofs:
            if unknown := set(proof.tools) - set(self.tools):
                raise ValueError(f"proofs: {proof.name} proves {min(unknown)}, which is not one of the tools")

    @property
    def unproven(self) -> list[str]:
        """The tools that no proof covers."""
        proven = {tool for proof in self.proofs for tool in proof.tools}
        return [tool for tool in self.tools if tool not in proven]

    @property
    def all_layers(self) -> list[Layer]:
        """The distinct layers of the harness and its preparation."""
        prepared = self.preparation.layers.values() if self.preparation else ()
        return list(dict.fromkeys([*self.layers.values(), *prepared]))

    def content(self) -> dict[str, Any]:
        """Return everything that the harness adds to a sandbox, as JSON values for each result's digest."""
        return {
            **super().content(),
            "services": {name: SERVICES[name].version for name in self.services},
            "service_env": {name: dict(env) for name, env in self.service_env.items()},
            "mcp_servers": [asdict(server) for server in self.mcp_servers],
            "system_text": self.system_text,
            "preparation": self._prepared_by(),
        }

    def _prepared_by(self) -> dict[str, Any] | None:
        preparation = self.preparation
        if preparation is None:
            return None
        layers = {target: layer.digest for target, layer in preparation.layers.items()}
        return {
            "argv": list(preparation.argv),
            "env": dict(preparation.env),
            "target": preparation.target,
            "layers": layers,
            "digested": list(preparation.digested),
            "model": preparation.model,
        }

    def lacks(self, home: Path) -> MissingDependencyError | None:
        """Return an error if this machine lacks what it takes to build or run the harness; otherwise None."""
        for layer in self.all_layers:
            if missing := layer.lacks_here(home):
                return missing
        for name in self.services:
            try:
                _ = SERVICES[name].version
            except UserError as error:
                return MissingDependencyError(error.problem, fix=error.fix)
        usable, total = usable_memory() >> 20, machine_memory() >> 20
        need = f"its tools need {self.memory_mb} MiB of memory"
        if total < self.memory_mb:
            return MissingDependencyError(f"{need}, and this machine has {total}", fix="use a larger one")
        if usable < self.memory_mb:
            what = f"{need}, and the control group or container of Headwater is limited to {usable}"
            return MissingDependencyError(what, fix="raise its limit (docker run --memory, or memory.max)")
        return None

    def state(self, home: Path) -> str:
        """Return a line that states what this machine lacks for the harness, or else whether the harness is built."""
        if missing := self.lacks(home):
            return str(missing)
        return "built" if self.is_built(home) else "will be built when it is first run"

    def is_built(self, home: Path) -> bool:
        """Return whether all of its layers are cached."""
        return all(layer.is_built(home) for layer in self.all_layers)

    def is_ready(self, home: Path) -> bool:
        """Return whether the harness is built and this machine has everything that it needs to run."""
        return self.is_built(home) and self.lacks(home) is None

    def require(self, task: str, services: Sequence[ServiceName], memory_mb: int) -> None:
        """Check that a task's trials can use this harness. This is called before any build.

        Args:
            task: The name of the task, for the message.
            services: The services that the task declares.
            memory_mb: The memory that the task gives agents.

        Raises:
            MissingDependencyError: An engine is not installed.
            NotFoundError: A variable names an unknown engine.
            UnsupportedError: A variable refers to a service that the task's trials do not run, or the task's memory
                limit is too low.
        """
        if memory_mb < self.memory_mb:
            raise UnsupportedError(
                f"its tools need {self.memory_mb} MiB of memory, and {task} gives agents {memory_mb}",
                where=f"--harness {self.name}",
                fix="choose other tasks, or set memory_mb in [agent] of its task.toml",
            )
        for name in self.services:
            _ = SERVICES[name].version
        for name in self.service_env:
            if name not in SERVICES:
                known = ", ".join(SERVICES)
                raise NotFoundError(
                    f"no engine {name}", where=f"--harness {self.name}: service_env", fix=f"there are {known}"
                )
        running = {*services, *self.services}
        for variable, value in self._variables(running):
            for reference in references(value):
                if reference.service not in running:
                    raise UnsupportedError(
                        f"its variable {variable} refers to {reference}, and {task} has no {reference.service}",
                        where=f"--harness {self.name}",
                        fix="choose tasks that declare it, or let the harness name it in `services`, or set the "
                        "variable in `service_env`, for tasks that have it",
                    )
                reference.require()

    def _variables(self, running: set[ServiceName]) -> Iterator[tuple[str, str]]:
        yield from self.env.items()
        for name, env in self.service_env.items():
            if name in running:
                yield from env.items()
