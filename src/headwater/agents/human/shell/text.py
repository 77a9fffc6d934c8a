"""Formats the texts for a person in a session: the instruction, the limits and the clock."""

from __future__ import annotations

import os
import re
import textwrap
from dataclasses import dataclass
from datetime import datetime, timezone

_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_WIDEST = 120
_PLAIN_LINE = re.compile(r"[^\s#>|*+-]")
_ITEM = re.compile(r"([*+-]|\d+[.)]) ")
_COMMANDS = (
    ("done", "ends the trial; what you leave is graded then"),
    ("abandon", "ends it without grading; `headwater resume` begins it again"),
    ("instruction", "shows this text again"),
    ("clock", "shows the time that is left"),
)
_TOOLS = ("tools", "lists the tools of the harness; `tools NAME key=value` calls one")


@dataclass(frozen=True)
class SessionTexts:
    """The texts to show.

    Attributes:
        title: The task, the prompt variant and the agent.
        briefing: The instruction and the description of the environment that every agent gets.
        limits: The trial's limits.
        has_tools: Whether the harness has tools for agents.
    """

    title: str
    briefing: str
    limits: str
    has_tools: bool = False

    def instruction(self, columns: int) -> str:
        """Return the text that a person sees at the beginning."""
        width = max(20, min(columns, _WIDEST) - 1)
        rule = f"{_DIM}{'─' * width}{_PLAIN}"
        known = (*_COMMANDS, _TOOLS) if self.has_tools else _COMMANDS
        longest = max(len(name) for name, _ in known)
        commands = [_wrapped(f"{name:<{longest}}  {what}", width, " " * (longest + 2)) for name, what in known]
        return "\n".join(
            [
                rule,
                f"{_BOLD}{self.title}{_PLAIN}",
                "",
                *(_wrapped(line, width, "  " if line.startswith("- ") else "") for line in _paragraphs(self.briefing)),
                rule,
                self.clock(columns),
                "",
                *commands,
                rule,
                "",
            ]
        )

    def clock(self, columns: int) -> str:
        """Return the remaining time and the other limits."""
        until = deadline()
        remaining = f"{duration((until - now()).total_seconds())} left, until {until:%H:%M:%S} UTC; {self.limits}"
        return _wrapped(remaining, max(20, min(columns, _WIDEST) - 1), "")


def deadline() -> datetime:
    """Return the time at which the trial ends, even if a command still runs."""
    return datetime.fromisoformat(os.environ["DEADLINE"])


def now() -> datetime:
    """Return the current time."""
    return datetime.now(timezone.utc)  # noqa: UP017 - the sandbox's Python may be older than ours


def duration(seconds: float) -> str:
    """Return a duration in a suitable unit."""
    seconds = max(0, round(seconds))
    if seconds >= 120:
        return f"{(seconds + 30) // 60} minutes"
    return f"{seconds} second{'' if seconds == 1 else 's'}"


def _paragraphs(markdown: str) -> list[str]:
    """Join the lines of plain paragraphs, so that they fit any width. Other lines are unchanged."""
    found: list[str] = []
    is_open = is_code = False
    for line in markdown.splitlines():
        is_fence = line.startswith("```")
        is_code ^= is_fence
        is_plain = not (is_code or is_fence) and bool(_PLAIN_LINE.match(line)) and not _ITEM.match(line)
        if is_plain and is_open:
            found[-1] += f" {line}"
        else:
            found.append(line)
        is_open = is_plain or (not is_code and bool(_ITEM.match(line)))
    return found


def _wrapped(line: str, width: int, indent: str) -> str:
    if len(line) <= width:
        return line
    keep = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(
        line,
        width,
        subsequent_indent=keep + indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    )
