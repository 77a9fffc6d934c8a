"""Defines the suite ``discovery``."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from headwater.errors import NotBuiltError
from headwater.policy import Policy
from headwater.suites._suite import Suite

_HERE = Path(__file__).parent
_COMMANDS = "headwater.suites.discovery.commands"


class Discovery(Suite):
    """Questions whose data an agent must first find among many files."""

    name = "discovery"
    summary = "Questions whose data have to be found among a thousand files first."
    extra = "discovery"
    policy = Policy(shared_checks=True, sampled_attacks=True, code_rules=False)
    metrics: ClassVar = {
        "ea": "The answer is right, in the requested form.",
        "da": "The program reads the target files and no other data: discovery accuracy as the article defines it.",
        "da_superset": "The program reads every target file, and maybe other data.",
        "da_precision": "The share of target files in the data that the program reads.",
        "da_recall": "The share of the target files that the program reads.",
        "da_f1": "The harmonic mean of both.",
        "explored": "The agent opened every target file at some time.",
    }
    attacks = _HERE / "attacks"
    grading_code = (
        _HERE / "grading",
        _HERE / "scoring",
        _HERE / "documents.py",
    )
    build: ClassVar = {
        "tasks": f"{_COMMANDS}.build:command",
        "anchors": f"{_COMMANDS}.anchors:command",
        "questions": f"{_COMMANDS}.questions:command",
    }
    score = f"{_COMMANDS}.score:command"
    review = f"{_COMMANDS}.review:command"
    evolve = f"{_COMMANDS}.evolve:command"

    def tasks_folder(self, home: Path) -> Path:
        """Return the folder of the tasks.

        Raises:
            NotBuiltError: The tasks are not built. The message names the command that builds them.
        """
        folder = home / self.name / "tasks"
        if not folder.is_dir():
            raise NotBuiltError("its tasks are not built", where=self.name, fix="headwater build discovery")
        return folder


SUITES = (Discovery(),)
