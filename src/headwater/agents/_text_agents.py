"""Defines agents without a model that only compare text. A task that they solve can be solved without tracing lineage.

``grep`` selects the file that contains the most of the prompt's rare words, and reverts the first code in it that looks
like a slip, such as a strict comparison, an inner join, or `min` instead of `max`. ``odd-token`` starts from the files
that match the prompt, searches them and everything upstream for the code that differs most from similar code elsewhere,
and changes it to match.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from headwater.agents._base import Command, Situation
from headwater.tasks import Task


@dataclass(frozen=True)
class TextAgent:
    """Runs a program in the workspace with the prompt as its argument. The program uses only the standard library."""

    name: str

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """Return the program's digest."""
        return hashlib.sha256(self._program.read_bytes()).hexdigest()

    def command(self, situation: Situation) -> Command:
        """Return the command that runs the program with the prompt."""
        mounts = {"/opt/agent/agent.py": self._program}
        return Command(["python3", "/opt/agent/agent.py", situation.instruction], mounts=mounts)

    @property
    def _program(self) -> Path:
        return Path(__file__).with_name(f"{self.name.replace('-', '_')}_agent.py")
