"""Declares the suites ``spider2`` and ``spider2-repaired``."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from headwater.policy import Policy
from headwater.suites._suite import Suite

_HERE = Path(__file__).parent
_COMMANDS = "headwater.suites.spider2.commands"


class RepairedSuite(Suite):
    """The instances without their shipped faults, as built by `headwater build spider2 --repaired`."""

    name = "spider2-repaired"
    summary = "The dbt projects of Spider 2, without the faults with which they are shipped."
    extra = "spider2"
    policy = Policy(shared_checks=True, sampled_attacks=True, code_rules=False, traits=frozenset({"dbt"}))
    baseline_agent = "dbt-run"
    """The agent that builds the project as shipped. The instances that it solves are free."""
    metrics: ClassVar = {
        "official": "The official comparison passes.",
        "strict": "The strict comparison passes: the same rows, in any order, with the right values in each.",
    }
    grading_code = (_HERE / "grading", _HERE / "scoring", _HERE / "records.py")

    def tasks_folder(self, home: Path) -> Path:
        """Return the folder of the tasks.

        Raises:
            NotBuiltError: The tasks are not built. The message names the command that builds them.
        """
        from headwater.suites.spider2.tasks_folders import built_folder

        return built_folder(home, self.name)


class Spider2(RepairedSuite):
    """The dbt track of Spider 2, whose projects and gold databases the user provides."""

    name = "spider2"
    summary = "The dbt projects of Spider 2, from a checkout that the user provides."
    build: ClassVar = {"tasks": f"{_COMMANDS}.build:command"}
    score = f"{_COMMANDS}.score:command"
    export = f"{_COMMANDS}.export:command"

    def rows(self, home: Path) -> list[dict[str, Any]]:
        """Return every instance, with or without a task, and its state.

        Raises:
            NotBuiltError: The suite is not built. The message names the command that builds it.
        """
        from headwater.suites.spider2._rows import instance_rows

        return instance_rows(self.tasks_folder(home))


SUITES = (Spider2(), RepairedSuite())
