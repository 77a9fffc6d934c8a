"""Implements the agent ``human``."""

from __future__ import annotations

import hashlib
import json
import re
import signal
from dataclasses import dataclass, replace
from pathlib import Path

from headwater.agents._base import Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._mcp import mcp_servers
from headwater.agents.human._terminal import SOCKET
from headwater.errors import OptionError
from headwater.records import AgentLimits, Limits
from headwater.sandbox import HOME
from headwater.tasks import Task

_LAYER = "/opt/agent"
_PROGRAM = Path(__file__).with_name("shell")
_START = f'import sys; sys.path.insert(0, "{_LAYER}"); from shell.session import main; sys.exit(main(*sys.argv[1:]))'
_CONFIG = ".human/session.json"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_GRACE_SEC = 3.0


@dataclass(frozen=True)
class Human:
    """A person with a shell in the trial's sandbox, or commands that a person wrote beforehand.

    Attributes:
        who: The person's name, which tells several people apart. May be empty.
        commands: The commands to run, which bash reads from a pipe, or None for a person at the terminal.
    """

    who: str = ""
    commands: str | None = None

    def __post_init__(self) -> None:
        """Raise an error for a name with characters that are not allowed."""
        if self.who and not _NAME.fullmatch(self.who):
            raise OptionError(
                "a person's name has up to 40 letters, digits, dots, hyphens and underscores",
                where=f"--agent human:{self.who}",
            )

    @property
    def name(self) -> str:
        """The name, which is ``human`` or ``human:<who>``."""
        return f"human:{self.who}" if self.who else "human"

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """Return the person and the digest of the commands, if there are any."""
        if self.commands is None:
            return self.name
        return f"{self.name} {hashlib.sha256(self.commands.encode()).hexdigest()}"

    def briefing(self, situation: Situation) -> str:
        """Return the same prompt as for agents with a model, but without the limits on model usage."""
        return brief(replace(situation, limits=Limits()))

    def command(self, situation: Situation) -> Command:
        """Return the command that starts the session in the harness's Python.

        Python runs in isolated mode, so that no file from the workspace is imported.
        """
        config = situation.task.config
        session = {
            "title": f"{situation.task.ref}, {situation.prompt.value} prompt, {self.name}",
            "briefing": self.briefing(situation),
            "limits": _limits(config.agent),
            "tools": situation.system_text,
            "servers": mcp_servers(situation.mcp_servers),
        }
        files = {_CONFIG: json.dumps(session)}
        argv = ["python3", "-I", "-c", _START, f"{HOME}/{_CONFIG}"]
        if self.commands is None:
            argv.append(SOCKET)
        else:
            files[".human/commands"] = self.commands
        return Command(
            argv=argv,
            mounts={f"{_LAYER}/shell": _PROGRAM},
            files=files,
            stop=signal.SIGINT,
            grace_sec=_GRACE_SEC,
        )


def is_human(name: str) -> bool:
    """Return whether an agent's name on the command line stands for a person."""
    return name.partition(":")[0] == "human"


def _limits(limits: AgentLimits) -> str:
    return (
        f"{limits.memory_mb:,} MiB of memory, {limits.cpus:g} processors, {limits.processes} processes, "
        f"{limits.disk_mb:,} MiB on disk"
    )
