"""What a harness makes of a starting state, run as an agent would be."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from headwater.agents import Command, Situation
from headwater.harnesses import PREPARED, Preparation
from headwater.tasks import Task
from headwater.trials._paths import TrialPaths

_FOLDER = PurePosixPath(PREPARED).name
_MARK = "made-before-trials.txt"


@dataclass(frozen=True)
class Preparing:
    """Runs a harness's preparation."""

    preparation: Preparation
    name: str = "preparation"

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """Part of the harness's."""
        return self.name

    def command(self, situation: Situation) -> Command:  # noqa: ARG002
        """Run it, with a folder in its home for what it makes."""
        files = {
            f"{_FOLDER}/{_MARK}": "What is beside this file was made of the starting state, once for all trials.\n"
        }
        return Command(self.preparation.argv, self.preparation.env, files=files, keeps=(f"{_FOLDER}/*",))


def kept(paths: TrialPaths) -> Path:
    """Return the folder with what a preparation has made."""
    return paths.agent_files / _FOLDER
