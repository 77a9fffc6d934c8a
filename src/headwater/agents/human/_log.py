"""Parses a session's log. The log comes from the sandbox, so it may contain anything."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice

from headwater.agents._output import AgentOutput

_MOST_EVENTS = 20_000
_LONGEST = 64 << 10


@dataclass(frozen=True)
class ShellCommand:
    """A command in a session.

    Attributes:
        command: The command as entered.
        output: The output while the command ran, including typed input. The middle of long output is removed.
        started_at: The start time with a time zone, or None if the log lacks it.
        exit_code: The exit code, or None if the command had not ended.
    """

    command: str
    output: str
    started_at: datetime | None = None
    ended_at: datetime | None = None
    exit_code: int | None = None


@dataclass(frozen=True)
class SessionLog:
    """The commands in a session.

    Attributes:
        end: The session's own word for how it ended, such as ``done``. Empty if the log is truncated.
    """

    started_at: datetime | None
    commands: tuple[ShellCommand, ...]
    end: str


def read_session(output: AgentOutput) -> SessionLog:
    """Read a session's output. Lines that are not events of the session are skipped."""
    commands = []
    started_at = None
    end = ""
    for event in islice(output.events(), _MOST_EVENTS):
        if event.get("type") == "command":
            commands.append(
                ShellCommand(
                    command=_text(event.get("command")) or "(not in the shell's history)",
                    output=_text(event.get("output")),
                    started_at=_moment(event.get("started")),
                    ended_at=_moment(event.get("ended")),
                    exit_code=_code(event.get("exit_code")),
                )
            )
        elif event.get("type") == "start":
            started_at = _moment(event.get("at"))
        elif event.get("type") == "end":
            end = _text(event.get("state"))[:80]
    return SessionLog(started_at, tuple(commands), end)


def _text(value: object) -> str:
    """Return text of limited length that can be encoded. JSON escapes may produce text that cannot."""
    return value[:_LONGEST].encode(errors="replace").decode() if isinstance(value, str) else ""


def _moment(value: object) -> datetime | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _code(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 256 else None
