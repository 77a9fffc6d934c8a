"""Defines agents that use no model and no lineage, and only compare text. A task that one solves needs no tracing.

``grep`` selects the file with most of the prompt's rare words, and reverts the first text in it that looks like a slip:
a strict comparison, an inner join, `min` for `max`… ``odd-token`` selects the place that differs most from its
siblings, among the files to which the prompt leads, and writes what the siblings have there.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from headwater.agents._base import Command, Situation
from headwater.tasks import Task


@dataclass(frozen=True)
class TextAgent:
    """Runs a program on the prompt in the workspace. The program uses only the standard library."""

    name: str

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """Return the digest of the program."""
        return hashlib.sha256(self._program.read_bytes()).hexdigest()

    def command(self, situation: Situation) -> Command:
        """Return the command that runs the program on the prompt."""
        mounts = {"/opt/agent/agent.py": self._program}
        return Command(["python3", "/opt/agent/agent.py", situation.instruction], mounts=mounts)

    @property
    def _program(self) -> Path:
        return Path(__file__).with_name(f"{self.name.replace('-', '_')}_agent.py")
