"""The protocol of agents."""

from __future__ import annotations

import signal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from headwater.harnesses import McpServer
from headwater.layers import Layer
from headwater.records import Limits, PromptVariant, ServiceName
from headwater.tasks import Task


@dataclass(frozen=True)
class Situation:
    """The situation in which an agent attempts a task.

    Attributes:
        limits: Limits on the use of its model.
        mcp_servers: Tools of the harness that the agent gets.
        system_text: The harness's description of its tools.
        services: Services that run for the harness, besides the task's.
    """

    task: Task
    prompt: PromptVariant
    limits: Limits = field(default_factory=Limits)
    mcp_servers: Sequence[McpServer] = ()
    system_text: str = ""
    services: Sequence[ServiceName] = ()

    @property
    def instruction(self) -> str:
        """The prompt of this variant."""
        return self.task.instruction(self.prompt)


@dataclass(frozen=True)
class Command:
    """A command to run in the sandbox's workspace, with the services' variables in its environment.

    Attributes:
        argv: The program and its arguments.
        env: Variables to add to the environment.
        mounts: Read-only mounts: path in the sandbox to path outside.
        layers: Read-only mounts of installed software.
        files: Files to write into the agent's home before it starts: relative path to text. The agent may write to the
            top folder of each path.
        keeps: Patterns of files in those folders that are kept with the trial, such as sessions.
        stop: The signal that asks the program to end in its own way.
        grace_sec: Seconds between that signal and a kill.
    """

    argv: Sequence[str]
    env: Mapping[str, str] = field(default_factory=dict)
    mounts: Mapping[str, Path] = field(default_factory=dict)
    layers: Mapping[str, Layer] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    keeps: Sequence[str] = ()
    stop: signal.Signals = signal.SIGINT
    grace_sec: float = 0.0


class Agent(Protocol):
    """Something that attempts tasks."""

    @property
    def name(self) -> str:
        """The name on the command line."""
        ...

    def digest(self, task: Task) -> str:
        """Return the digest that identifies this agent on a task, of its version, model, or solution."""
        ...

    def command(self, situation: Situation) -> Command:
        """Return the command to run; called outside the sandbox."""
        ...
