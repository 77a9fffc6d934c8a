"""Expands a command line into trials."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.agents import agent_names
from headwater.errors import NotFoundError
from headwater.records import PromptVariant, TrialSpec
from headwater.tasks import Task


def expand(
    tasks: Sequence[Task],
    agents: Sequence[str],
    harnesses: Sequence[str],
    prompts: Sequence[PromptVariant],
    repeats: int,
) -> tuple[TrialSpec, ...]:
    """Return all combinations, with repeats as the outermost loop, so that an interrupted job covers each task early.

    Raises:
        NotFoundError: An agent does not exist, or no task has a solution of a requested kind.
    """
    for requested in agents:
        if not any(agent_names(requested, task, harness) for task in tasks for harness in harnesses):
            raise NotFoundError(
                "none of these tasks has any for this harness", where=f"--agent {requested}", fix="leave it out"
            )
    specs = (
        TrialSpec(task=task.ref, agent=agent, harness=harness, prompt=prompt, repeat=repeat)
        for repeat in range(1, repeats + 1)
        for task in tasks
        for requested in agents
        for harness in harnesses
        for agent in agent_names(requested, task, harness)
        for prompt in prompts
    )
    return tuple(dict.fromkeys(specs))  # repeated names count once
