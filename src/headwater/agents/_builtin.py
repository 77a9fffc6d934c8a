"""Implements the built-in agents that use no model. They serve to validate tasks."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from headwater.agents._base import Command, Situation
from headwater.harnesses import find_harness
from headwater.suites import all_suites, policy_of
from headwater.tasks import Task, digest_program, digest_task

_DBT_RUN = "dbt build --exclude-resource-type test unit_test"
_ATTACKS = Path(__file__).parent / "attacks"
_NEEDS = "# Needs: "


@dataclass(frozen=True)
class Oracle:
    """Applies the reference solution."""

    name: str = "oracle"

    def digest(self, task: Task) -> str:
        """Return the digest of the solution."""
        return digest_task(task).solution

    def command(self, situation: Situation) -> Command:
        """Return the command that runs ``solution/solve.sh``."""
        return Command(["bash", "/solution/solve.sh"], mounts={"/solution": situation.task.solution})


@dataclass(frozen=True)
class Nop:
    """Does nothing. Gates that this agent clears require no work."""

    name: str = "nop"

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """Return a constant, because the agent never changes."""
        return "nop"

    def command(self, situation: Situation) -> Command:  # noqa: ARG002 - the protocol's signature
        """Return the command ``true``."""
        return Command(["true"])


@dataclass(frozen=True)
class DbtRun:
    """Builds a dbt project unchanged. Gates that this agent clears require no change to the project."""

    name: str = "dbt-run"

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """Return the command, which identifies the agent."""
        return _DBT_RUN

    def command(self, situation: Situation) -> Command:  # noqa: ARG002 - the protocol's signature
        """Return a command that runs dbt and succeeds even if models fail as shipped."""
        return Command(["sh", "-c", f"{_DBT_RUN} || true"])


@dataclass(frozen=True)
class Counterfeiter:
    """Applies one of the task's plausible wrong solutions."""

    counterfeit: str

    @property
    def name(self) -> str:
        """The name ``counterfeit:<name>``."""
        return f"counterfeit:{self.counterfeit}"

    def digest(self, task: Task) -> str:
        """Return the digest of the files of the counterfeit and of the solution, which it may use."""
        return digest_program(task, task.counterfeit(self.counterfeit))

    def command(self, situation: Situation) -> Command:
        """Return the command that runs the counterfeit's ``solve.sh``.

        The reference solution is mounted as well, because counterfeits may use it.
        """
        counterfeit = situation.task.counterfeit(self.counterfeit)
        mounts = {"/counterfeit": counterfeit.folder, "/solution": situation.task.solution}
        return Command(["bash", "/counterfeit/solve.sh"], mounts=mounts)


@dataclass(frozen=True)
class AlternativeOracle:
    """Applies one of the task's alternative solutions, which are correct but have another architecture."""

    alternative: str

    @property
    def name(self) -> str:
        """The name ``alternative:<name>``."""
        return f"alternative:{self.alternative}"

    def digest(self, task: Task) -> str:
        """Return the digest of the files of the alternative and of the solution, which it may use."""
        return digest_program(task, task.alternative(self.alternative))

    def command(self, situation: Situation) -> Command:
        """Return the command that runs the alternative's ``solve.sh``.

        The reference solution is mounted as well, because alternatives may use it.
        """
        alternative = situation.task.alternative(self.alternative)
        mounts = {"/alternative": alternative.folder, "/solution": situation.task.solution}
        return Command(["bash", "/alternative/solve.sh"], mounts=mounts)


@dataclass(frozen=True)
class Attacker:
    """Runs a script, from the attack library or from a suite, that tries to win without solving the task."""

    attack: str

    @property
    def name(self) -> str:
        """The name ``attacker:<attack>``."""
        return f"attacker:{self.attack}"

    @property
    def script(self) -> Path:
        """The script that the attacker runs."""
        return _scripts()[self.attack]

    @property
    def needs(self) -> frozenset[str]:
        """The features that the attack needs in a task or harness, which a comment at the top of the script lists."""
        for line in self.script.read_text().splitlines():
            if line.startswith(_NEEDS):
                return frozenset(line.removeprefix(_NEEDS).split(", "))
            if not line.startswith("#"):
                break
        return frozenset()

    def applies_to(self, task: Task, harness: str = "base") -> bool:
        """Return whether the task and the harness have every feature that the attack needs."""
        return self.suite in (None, task.config.suite) and self.needs <= {*_features_of(task, harness), harness}

    @property
    def suite(self) -> str | None:
        """The suite that provides the attack, or None for an attack from the library."""
        return next((suite.name for suite in all_suites().values() if suite.attacks == self.script.parent), None)

    def is_on_base(self, task: Task) -> bool:
        """Return whether the script attacks something that all tasks in a suite share, rather than the sandbox."""
        return self.suite is not None or bool(self.needs & policy_of(task.config.suite).traits)

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """Return the digest of the script."""
        return hashlib.sha256(self.script.read_bytes()).hexdigest()

    def command(self, situation: Situation) -> Command:  # noqa: ARG002 - the protocol's signature
        """Return the command that runs the script."""
        return Command(["bash", "/attack/attack.sh"], mounts={"/attack/attack.sh": self.script})


def attack_names() -> list[str]:
    """Return the names of all attacks."""
    return sorted(_scripts())


def _scripts() -> dict[str, Path]:
    return _scripts_in((_ATTACKS, *(suite.attacks for suite in all_suites().values() if suite.attacks)))


@cache
def _scripts_in(folders: tuple[Path, ...]) -> dict[str, Path]:
    """Return the scripts by name. The result is cached, because it is needed for every attack on every task."""
    return {path.stem: path for folder in folders for path in folder.glob("*.sh")}


def _features_of(task: Task, harness: str) -> frozenset[str]:
    """Return what an attack may need of a trial: services, programs, live traffic, and traits of the suite."""
    config = task.config
    services = {*config.services, *find_harness(harness).services}
    has = {
        "services": bool(services),
        "program": config.entrypoint is not None or config.server is not None,
        "server": config.server is not None,
        "workload": config.workload is not None,
    }
    return policy_of(config.suite).traits.union(services, (name for name, is_present in has.items() if is_present))
