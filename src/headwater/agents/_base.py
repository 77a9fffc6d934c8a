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
    """What an agent is put before.

    Attributes:
        limits: What it may use of its model.
        mcp_servers: Tools of the harness that it is to be given.
        system_text: What the harness says about its tools.
        services: Those that run for the harness, besides the task's.
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
    """What to run in the sandbox, in the workspace, with the services' variables in its environment.

    Attributes:
        argv: The program.
        env: Added to the environment.
        mounts: Shown read-only: path in the sandbox to path outside.
        layers: The same, for installed software.
        files: Written into the agent's home before it starts: relative path to text. The folder at the top of each
            path is the agent's to write to.
        keeps: Patterns of files below those folders that are kept with the trial, such as sessions.
        stop: The signal that asks the program to end in its own way.
        grace_sec: How long it is given for that before it is killed.
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
        """As on the command line."""
        ...

    def digest(self, task: Task) -> str:
        """Say what exactly attempts this task: version, model, or the content of a solution."""
        ...

    def command(self, situation: Situation) -> Command:
        """Say what to run; called outside the sandbox."""
        ...
