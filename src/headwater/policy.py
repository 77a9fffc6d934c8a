"""What a suite decides for all of its tasks, and no task by itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    """How the tasks of a suite are linted, attacked and graded; the defaults are for tasks that are written by hand.

    Attributes:
        shared_checks: The suite's own code grades all of its tasks, and the suite's tests prove that each check can
            fail. Otherwise each task brings its checks: they are linted, and `headwater validate` reports each check
            that no wrong solution fails.
        alternatives: How many right solutions of another architecture each task has to bring, beside its reference.
        sampled_attacks: Tasks on one base are alike to an attack: only the first meets every attack, and a few of the
            others meet those on what the base brings.
        code_rules: The core checks of the gate production search the workspace for what should not be shipped:
            credentials, swallowed errors, scratch files. A suite without them has rules of its own.
        traits: What its tasks have that an attack can need and ``task.toml`` does not show, such as ``dbt``.
    """

    shared_checks: bool = False
    alternatives: int = 0
    sampled_attacks: bool = False
    code_rules: bool = True
    traits: frozenset[str] = frozenset()
