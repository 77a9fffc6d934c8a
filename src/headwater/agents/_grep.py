"""The agent ``grep``, without model and lineage: it searches for the prompt's words and reverts the likeliest slip.

A task that it solves requires no tracing. It selects the file with most of the prompt's rare words, and reverts the
first thing in it that looks like a slip: a strict comparison, an inner join, `min` for `max`…
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
        """Return the digest of the program."""
        return hashlib.sha256(_PROGRAM.read_bytes()).hexdigest()

    def command(self, situation: Situation) -> Command:
        """Run the program on the prompt."""
        mounts = {"/opt/grep/agent.py": _PROGRAM}
        return Command(["python3", "/opt/grep/agent.py", situation.instruction], mounts=mounts)
