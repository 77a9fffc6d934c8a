"""Defines facts about an agent that its wire log does not contain."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class AgentIdentity:
    """The agent whose actions a trajectory describes.

    Attributes:
        name: The name, such as ``claude-code``.
        version: The version of the agent's CLI.
        model: The model that the agent was given.
        extra: Other facts that identify the run, such as the command line, the configuration's digest and the harness.
    """

    name: str
    version: str
    model: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ToolEvent:
    """A tool call in the CLI's own log.

    Attributes:
        call_id: The id that the model gave the call.
        started_at: The start time with a time zone.
        ended_at: The end time with a time zone.
        exit_code: The exit code of the command, if the tool ran one.
    """

    call_id: str
    started_at: datetime | None = None
    ended_at: datetime | None = None
    exit_code: int | None = None
