"""Defines the policy of a suite for all of its tasks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    """How the tasks of a suite are linted, attacked and graded; the defaults are for tasks that are written by hand.

    Attributes:
        shared_checks: Whether the suite's own code grades all of its tasks, and the suite's tests prove that each check
            can fail. Otherwise each task has its own checks: they are linted, and `headwater validate` reports each
            check that no wrong solution fails.
        alternatives: The number of right solutions with another architecture that each task must have.
        sampled_attacks: Whether only the first task on a base meets every attack, because tasks on one base are alike
            to an attack; a few of the others meet the attacks on the content of the base.
        code_rules: Whether the core checks of the gate production search the workspace for what should not be shipped:
            credentials, swallowed errors, scratch files. A suite without them has its own rules.
        traits: Properties of its tasks that attacks can need and ``task.toml`` does not show, such as ``dbt``.
    """

    shared_checks: bool = False
    alternatives: int = 0
    sampled_attacks: bool = False
    code_rules: bool = True
    traits: frozenset[str] = frozenset()
