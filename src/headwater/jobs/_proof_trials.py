"""Which trials a task has to stand to be proven: everything that needs no model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from enum import StrEnum

from headwater.agents import agent_names
from headwater.jobs._proofs import changed_tasks
from headwater.records import PromptVariant, TrialSpec
from headwater.suites import Policy, policy_of
from headwater.tasks import Task

ATTACKER = "attacker:"
_ON_BASES = f"{ATTACKER}dbt-"
_ATTACKED = 25
_PARTS = 8


class Attacks(StrEnum):
    """Which attacks a validation runs."""

    ALL = "all"
    SAMPLE = "sample"
    NONE = "none"


def proof_trials(tasks: Sequence[Task], *, attacks: Attacks, day: date) -> list[tuple[TrialSpec, ...]]:
    """Return the trials that each task must stand.

    ``all`` attacks are those that apply to a task. Where the suite samples attacks, they are run on the first task on a
    base, those on what the base brings on every 25th, and none on the others. A ``sample`` is all of them for a task
    that has changed since it was proven, and an eighth for the others: another one on each of eight days, so that a
    validation every day meets all.
    """
    changed = {task.ref for task in changed_tasks(tasks)} if attacks is Attacks.SAMPLE else set()
    numbers: Counter[str | None] = Counter()
    trials = []
    for place, task in enumerate(tasks):
        names = ["oracle", "nop", *agent_names("alternative", task), *agent_names("counterfeit", task)]
        if attacks is not Attacks.NONE:
            found = _attackers(task, numbers[task.config.base])
            whole = attacks is Attacks.ALL or task.ref in changed
            names += found if whole else found[(place + day.toordinal()) % _PARTS :: _PARTS]
        numbers[task.config.base] += 1
        trials.append(tuple(_trial(task, name) for name in names))
    return trials


def _trial(task: Task, agent: str) -> TrialSpec:
    return TrialSpec(task=task.ref, agent=agent, harness="base", prompt=PromptVariant.BASELINE, repeat=1)


def policy(task: Task) -> Policy:
    """Return what the task's suite decides for all of its tasks."""
    return policy_of(task.config.suite)


def _attackers(task: Task, number: int) -> list[str]:
    """Return the attackers for the task that is number ``number`` on its base, from 0."""
    found = agent_names("attacker", task)
    if number == 0 or not policy(task).sampled_attacks:
        return found
    return [name for name in found if name.startswith(_ON_BASES)] if number % _ATTACKED == 0 else []
