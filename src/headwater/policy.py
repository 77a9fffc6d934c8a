"""Defines a suite's policy, which applies to all of its tasks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    """Determines how the tasks of a suite are linted, attacked and graded. The defaults are for handwritten tasks.

    Attributes:
        shared_checks: Whether the suite's own code grades all of its tasks, and the suite's tests prove that each check
            can fail. Otherwise each task has its own checks, which are linted, and `headwater validate` reports each
            check that no wrong solution fails.
        alternatives: The number of alternative solutions that each task must have, which are correct but have other
            architectures.
        demands: Whether each check must name the place that states its demand.
        prompt_words: The maximum number of words of the baseline prompt in tiers 1, 2 and 3, or None if there is no
            limit.
        sampled_attacks: Whether every attack runs only on the first task of a base, because tasks on the same base look
            the same to an attack. The attacks on the base's content also run on a few other tasks.
        code_rules: Whether the core checks of the production gate search the workspace for code that should not be
            shipped: credentials, swallowed errors, scratch files. A suite without these checks has its own rules.
        traits: Properties of the suite's tasks that attacks can need and that ``task.toml`` does not show, such as
            ``dbt``.
    """

    shared_checks: bool = False
    alternatives: int = 0
    demands: bool = False
    prompt_words: tuple[int, int, int] | None = None
    sampled_attacks: bool = False
    code_rules: bool = True
    traits: frozenset[str] = frozenset()
