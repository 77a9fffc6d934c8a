"""Lists the trials that prove a task. They run all agents that use no model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from enum import StrEnum

from headwater import harnesses
from headwater.agents import Attacker, agent_names
from headwater.jobs._proofs import changed_tasks
from headwater.records import PromptVariant, TrialSpec
from headwater.suites import Policy, policy_of
from headwater.tasks import Task

ATTACKER = "attacker:"
_ATTACKED = 25
_PARTS = 8


class Attacks(StrEnum):
    """The set of attacks that a validation runs."""

    ALL = "all"
    SAMPLE = "sample"
    NONE = "none"


def proof_trials(
    tasks: Sequence[Task], *, attacks: Attacks, day: date, harness: str = harnesses.BASE, others: Collection[str] = ()
) -> list[tuple[TrialSpec, ...]]:
    """Return the trials that prove each task with a harness, and trials for alternatives that need another harness.

    With ``all``, a task gets all attacks that apply to it. If the suite samples attacks, the first task on a base (the
    data that several tasks share) gets all of them, every 25th task gets the attacks on the base's content, and the
    others get none. With ``sample``, a task that has changed since its proof was recorded gets all of them, and every
    other task gets an eighth. The eighth changes every day, so that daily validations run all attacks in eight days.
    """
    changed = {task.ref for task in changed_tasks(tasks)} if attacks is Attacks.SAMPLE else set()
    numbers: Counter[str | None] = Counter()
    trials = []
    for place, task in enumerate(tasks):
        names = ["oracle", "nop", *agent_names("alternative", task, harness), *agent_names("counterfeit", task)]
        if attacks is not Attacks.NONE:
            found = _attackers(task, harness, numbers[task.config.base or task.config.data])
            is_tried_completely = attacks is Attacks.ALL or task.ref in changed
            # The task's position in the list shifts its eighth, so that each attack runs on some tasks every day.
            names += found if is_tried_completely else found[(place + day.toordinal()) % _PARTS :: _PARTS]
        numbers[task.config.base or task.config.data] += 1
        trials.append((*(_trial(task, name, harness) for name in names), *_with_others(task, {*others} - {harness})))
    return trials


def other_harnesses(tasks: Iterable[Task], harness: str) -> Counter[str]:
    """Count the alternatives that need other harnesses, grouped by harness.

    Raises:
        NotFoundError: An alternative names a harness that does not exist.
    """
    others: Counter[str] = Counter()
    for task in tasks:
        for alternative in task.alternatives:
            if alternative.harness not in (None, harness):
                others[harnesses.find_harness(alternative.harness).name] += 1
    return others


def _with_others(task: Task, others: Collection[str]) -> list[TrialSpec]:
    """Return the trials for alternatives that need one of these harnesses."""
    return [
        _trial(task, f"alternative:{each.name}", each.harness)
        for each in task.alternatives
        if each.harness is not None and each.harness in others
    ]


def _trial(task: Task, agent: str, harness: str) -> TrialSpec:
    return TrialSpec(task=task.ref, agent=agent, harness=harness, prompt=PromptVariant.BASELINE, repeat=1)


def policy(task: Task) -> Policy:
    """Return the policy of the task's suite."""
    return policy_of(task.config.suite)


def _attackers(task: Task, harness: str, number: int) -> list[str]:
    """Return the attackers for a task, given its index among the tasks on its base."""
    found = agent_names("attacker", task, harness)
    if number == 0 or not policy(task).sampled_attacks:
        return found
    if number % _ATTACKED:
        return []
    return [name for name in found if Attacker(name.removeprefix(ATTACKER)).is_on_base(task)]
