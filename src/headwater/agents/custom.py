"""Runs a user's own program: ``--agent 'cmd:./my-agent {instruction}'``."""

from __future__ import annotations

import hashlib
import os
import shlex
from dataclasses import dataclass
from pathlib import Path

from headwater.agents._base import Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._mcp import mcp_file
from headwater.agents._model_agent import LAYER, ModelAgent
from headwater.agents._output import AgentOutput
from headwater.errors import OptionError
from headwater.gateway import Protocol, Renamed, RenamingToolMap, sdk_variables
from headwater.records import AgentEnd, AgentReport
from headwater.sandbox import HOME
from headwater.tasks import Task

_PLACE = "{instruction}"


@dataclass(frozen=True)
class Custom(ModelAgent):
    """A command line, which is split into words as a shell would. ``{instruction}`` is replaced with the prompt.

    A program with a path is mounted in the sandbox. Its folder is mounted as well, unless Headwater was started in that
    folder or below it. The variables that SDKs read point the program to the gateway, which serves every protocol, and
    ``MCP_CONFIG`` names a file with the harness's MCP servers. Exit code 0 means that the program has completed its
    work.
    """

    command_line: str = ""

    kind = "cmd"
    title = "your own program"
    version = "unpinned"
    protocols = tuple(Protocol)
    tools = RenamingToolMap({"shell": Renamed("bash", {"command": "command"})})

    def __post_init__(self) -> None:
        """Raise an error for a command that has no placeholder for the prompt or names a program that cannot run."""
        if not any(_PLACE in word for word in self._words):
            raise OptionError(
                "the command has no place for the prompt",
                where=f"--agent {self.name}",
                fix=f"add it, as in cmd:./my-agent {_PLACE}",
            )
        if self._program is not None and not (self._program.is_file() and os.access(self._program, os.X_OK)):
            raise OptionError(
                f"{self._words[0]} is not a program that can be run", where=f"--agent {self.name}", fix="chmod +x it"
            )

    @property
    def name(self) -> str:
        """The name, which is ``cmd:`` and the command line."""
        return f"{self.kind}:{self.command_line}"

    @property
    def _words(self) -> list[str]:
        try:
            return shlex.split(self.command_line)
        except ValueError as error:
            raise OptionError(str(error), where=f"--agent {self.name}") from None

    @property
    def _program(self) -> Path | None:
        """The program, if it is given as a path. Other programs must exist in the sandbox."""
        return Path(self._words[0]).absolute() if "/" in self._words[0] else None

    @property
    def _mounted_path(self) -> Path | None:
        """The file or folder on the host that is mounted in the sandbox."""
        if self._program is None or self._program.is_relative_to("/usr"):
            return None
        return self._program if Path.cwd().is_relative_to(self._program.parent) else self._program.parent

    def digest(self, task: Task) -> str:
        """Return the digest that every model agent has, extended by the mounted files."""
        digest = hashlib.sha256(super().digest(task).encode())
        if self._mounted_path is not None:
            files = [self._mounted_path] if self._mounted_path.is_file() else sorted(self._mounted_path.rglob("*"))
            for path in (path for path in files if path.is_file()):
                digest.update(f"{path.relative_to(self._mounted_path)}\0".encode() + path.read_bytes())
        return digest.hexdigest()

    def command(self, situation: Situation) -> Command:
        """Return the command line with the prompt inserted."""
        program, *words = self._words
        mounts = {}
        if self._program is not None and self._mounted_path is not None:
            program = f"{LAYER}/{self._program.name}"
            mounts = {program if self._mounted_path.is_file() else LAYER: self._mounted_path}
        prompt = f"{situation.system_text}\n\n{brief(situation)}" if situation.system_text else brief(situation)
        return Command(
            argv=[program, *(word.replace(_PLACE, prompt) for word in words)],
            env={**sdk_variables(), "MCP_CONFIG": f"{HOME}/.mcp/mcp.json"},
            mounts=mounts,
            files={".mcp/mcp.json": mcp_file(situation.mcp_servers)},
            grace_sec=5,
        )

    def report(self, output: AgentOutput) -> AgentReport:
        """Report the exit code, because the program has no log that Headwater can read."""
        if output.exit_code == 0:
            return AgentReport(end=AgentEnd.COMPLETED)
        return AgentReport(end=AgentEnd.ERROR, detail=f"it ended with exit code {output.exit_code}")
