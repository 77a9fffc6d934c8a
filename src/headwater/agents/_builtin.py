"""Agents without a model: they prove tasks, not models."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from headwater.agents._base import Command, Situation
from headwater.suites import all_suites, policy_of
from headwater.tasks import Task, digest_task

_DBT_RUN = "dbt build --exclude-resource-type test unit_test"
_ATTACKS = Path(__file__).parent / "attacks"
_NEEDS = "# Needs: "


@dataclass(frozen=True)
class Oracle:
    """Applies the reference solution."""

    name: str = "oracle"

    def digest(self, task: Task) -> str:
        """The solution's content."""
        return digest_task(task).solution

    def command(self, situation: Situation) -> Command:
        """Run ``solution/solve.sh``."""
        return Command(["bash", "/solution/solve.sh"], mounts={"/solution": situation.task.solution})


@dataclass(frozen=True)
class Nop:
    """Does nothing: what it clears is free."""

    name: str = "nop"

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """Nothing is nothing."""
        return "nop"

    def command(self, situation: Situation) -> Command:  # noqa: ARG002 - the protocol's signature
        """Run ``true``."""
        return Command(["true"])


@dataclass(frozen=True)
class DbtRun:
    """Builds a dbt project as it is, and does nothing else: what it clears beyond `nop` was there already."""

    name: str = "dbt-run"

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """Its command."""
        return _DBT_RUN

    def command(self, situation: Situation) -> Command:  # noqa: ARG002 - the protocol's signature
        """Run dbt. Whatever it says of models that fail as shipped, this agent is done."""
        return Command(["sh", "-c", f"{_DBT_RUN} || true"])


@dataclass(frozen=True)
class Counterfeiter:
    """Applies one of the task's plausible wrong solutions."""

    counterfeit: str

    @property
    def name(self) -> str:
        """``counterfeit:<name>``."""
        return f"counterfeit:{self.counterfeit}"

    def digest(self, task: Task) -> str:
        """The content of solutions, counterfeits and alternatives."""
        return digest_task(task).proof

    def command(self, situation: Situation) -> Command:
        """Run the counterfeit's ``solve.sh``; the reference solution is beside it, to build on."""
        counterfeit = situation.task.counterfeit(self.counterfeit)
        mounts = {"/counterfeit": counterfeit.folder, "/solution": situation.task.solution}
        return Command(["bash", "/counterfeit/solve.sh"], mounts=mounts)


@dataclass(frozen=True)
class AlternativeOracle:
    """Applies one of the task's right solutions of another architecture."""

    alternative: str

    @property
    def name(self) -> str:
        """``alternative:<name>``."""
        return f"alternative:{self.alternative}"

    def digest(self, task: Task) -> str:
        """The content of solutions, counterfeits and alternatives."""
        return digest_task(task).proof

    def command(self, situation: Situation) -> Command:
        """Run the alternative's ``solve.sh``; the reference solution is beside it, to build on."""
        alternative = situation.task.alternative(self.alternative)
        mounts = {"/alternative": alternative.folder, "/solution": situation.task.solution}
        return Command(["bash", "/alternative/solve.sh"], mounts=mounts)


@dataclass(frozen=True)
class Attacker:
    """Tries to win without solving: one script of the library or of a suite, for every task that it applies to."""

    attack: str

    @property
    def name(self) -> str:
        """``attacker:<attack>``."""
        return f"attacker:{self.attack}"

    @property
    def script(self) -> Path:
        """What it runs."""
        return _scripts()[self.attack]

    @property
    def needs(self) -> frozenset[str]:
        """What a task or harness must have for it to do anything, from the comment at the script's beginning."""
        for line in self.script.read_text().splitlines():
            if line.startswith(_NEEDS):
                return frozenset(line.removeprefix(_NEEDS).split(", "))
            if not line.startswith("#"):
                break
        return frozenset()

    def applies_to(self, task: Task, harness: str = "base") -> bool:
        """Whether the task and the harness have all that the attack needs."""
        return self.suite in (None, task.config.suite) and self.needs <= {*_what_it_has(task), harness}

    @property
    def suite(self) -> str | None:
        """The suite that brings it; None for one of the library."""
        return next((suite.name for suite in all_suites().values() if suite.attacks == self.script.parent), None)

    def is_on_base(self, task: Task) -> bool:
        """Whether it is on what the task's suite gives to all of its tasks, and not on what any sandbox has."""
        return self.suite is not None or bool(self.needs & policy_of(task.config.suite).traits)

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """The script's content."""
        return hashlib.sha256(self.script.read_bytes()).hexdigest()

    def command(self, situation: Situation) -> Command:  # noqa: ARG002 - the protocol's signature
        """Run the script."""
        return Command(["bash", "/attack/attack.sh"], mounts={"/attack/attack.sh": self.script})


def attack_names() -> list[str]:
    """Return the attacks that there are."""
    return sorted(_scripts())


def _scripts() -> dict[str, Path]:
    return _scripts_in((_ATTACKS, *(suite.attacks for suite in all_suites().values() if suite.attacks)))


@cache
def _scripts_in(folders: tuple[Path, ...]) -> dict[str, Path]:
    """Return scripts by name; folders are read once, since every attack on every task asks for its script."""
    return {path.stem: path for folder in folders for path in folder.glob("*.sh")}


def _what_it_has(task: Task) -> frozenset[str]:
    """What of a task's an attack can need: services by name, programs that grading runs, traits of the suite's."""
    config = task.config
    has = {
        "services": bool(config.services),
        "program": config.entrypoint is not None or config.server is not None,
        "server": config.server is not None,
    }
    return policy_of(config.suite).traits.union(config.services, (name for name, there in has.items() if there))
