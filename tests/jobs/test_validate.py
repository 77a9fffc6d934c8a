from __future__ import annotations

from headwater.jobs import staggered
from headwater.records import PromptVariant, TrialSpec


def trials(task: str, *agents: str) -> list[TrialSpec]:
    return [
        TrialSpec(task=task, agent=agent, harness="base", prompt=PromptVariant.BASELINE, repeat=1) for agent in agents
    ]


def shown(order: tuple[TrialSpec, ...]) -> str:
    return " ".join(f"{spec.task}{spec.agent}" for spec in order)


TASKS = [trials("a", "1", "2", "3"), trials("b", "1", "2"), trials("c", "1", "2")]


def test_a_task_begins_while_those_before_it_run() -> None:
    assert shown(staggered(TASKS, 1)) == "a1 a2 a3 b1 b2 c1 c2"
    assert shown(staggered(TASKS, 2)) == "a1 b1 a2 a3 c1 b2 c2"
    assert shown(staggered(TASKS, 3)) == "a1 b1 c1 a2 a3 b2 c2"
    assert shown(staggered(TASKS, 8)) == "a1 b1 c1 a2 a3 b2 c2"


def test_no_trials_are_none() -> None:
    assert staggered([], 4) == ()
