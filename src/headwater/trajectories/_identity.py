"""What is known of an agent beside its wire log."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class AgentIdentity:
    """Who acted.

    Attributes:
        name: For example ``claude-code``.
        version: Of its CLI.
        model: That it was given.
        extra: What else identifies the run: command line, digest of its configuration, harness.
    """

    name: str
    version: str
    model: str = ""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ToolEvent:
    """What the CLI's own log says of one tool call.

    Attributes:
        call_id: The id that the model gave the call.
        started_at: With a time zone.
        ended_at: With a time zone.
        exit_code: Of the command, where the tool ran one.
    """

    call_id: str
    started_at: datetime | None = None
    ended_at: datetime | None = None
    exit_code: int | None = None
