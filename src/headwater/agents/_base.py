"""Defines the protocol of agents."""

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
    """The task, the harness and the limits with which an agent runs.

    Attributes:
        limits: The limits on the agent's usage of its model.
        mcp_servers: The harness's MCP servers, which offer tools to the agent.
        system_text: The harness's description of its tools.
        services: Services that run for the harness, in addition to the task's.
    """

    task: Task
    prompt: PromptVariant
    limits: Limits = field(default_factory=Limits)
    mcp_servers: Sequence[McpServer] = ()
    system_text: str = ""
    services: Sequence[ServiceName] = ()

    @property
    def instruction(self) -> str:
        """The task's instruction in this prompt variant."""
        return self.task.instruction(self.prompt)


@dataclass(frozen=True)
class Command:
    """A command to run in the sandbox's workspace, with the services' variables in its environment.

    Attributes:
        argv: The program and its arguments.
        env: Variables to add to the environment.
        mounts: Read-only mounts. Maps paths in the sandbox to paths on the host.
        layers: Read-only mounts of installed software.
        files: Files to write into the agent's home before it starts. Maps relative paths to text. The agent may write
            to the top folder of each path.
        keeps: Patterns that select files in these folders, such as session logs, to store with the trial.
        stop: The signal that asks the program to exit.
        grace_sec: The number of seconds to wait after this signal before the program is killed.
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
    """An agent that attempts tasks."""

    @property
    def name(self) -> str:
        """The name of the agent on the command line."""
        ...

    def digest(self, task: Task) -> str:
        """Return a digest of whatever identifies the agent on a task: its version, model or solution."""
        ...

    def command(self, situation: Situation) -> Command:
        """Return the command to run. This is called outside the sandbox."""
        ...
