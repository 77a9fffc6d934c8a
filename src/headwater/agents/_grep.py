"""The agent ``grep``: no model, no lineage. It looks for the prompt's words and turns back what is likeliest.

A task that this solves asks for no tracing. It takes the file in which most of the rare words of the prompt are, and
undoes the first thing in it that looks like a slip: a strict comparison, an inner join, `min` for `max`…
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from headwater.agents._base import Command, Situation
from headwater.tasks import Task

_PROGRAM = Path(__file__).with_name("grep_agent.py")


@dataclass(frozen=True)
class Grep:
    """Searches for words and edits text."""

    name: str = "grep"

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """The program's content."""
        return hashlib.sha256(_PROGRAM.read_bytes()).hexdigest()

    def command(self, situation: Situation) -> Command:
        """Run the program on the prompt."""
        mounts = {"/opt/grep/agent.py": _PROGRAM}
        return Command(["python3", "/opt/grep/agent.py", situation.instruction], mounts=mounts)
