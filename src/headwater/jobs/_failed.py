"""Finds a job's unsolved trials, to run them again in a new job. Excluded trials are ignored."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.agents import agent_names
from headwater.errors import DamagedError, NotFoundError
from headwater.jobs._folder import JobFolder
from headwater.records import Gate, PromptVariant, TrialSpec
from headwater.tasks import Task


def failed_trials(job: JobFolder) -> tuple[TrialSpec, ...]:
    """Return, in the job's order, its trials that are not excluded and did not clear every gate.

    Raises:
        NotFoundError: There are no such trials, or the folder is not a job.
    """
    found = []
    for trial in job.trials():
        if isinstance(trial, DamagedError) or trial.verdict is None or not trial.status.is_evidence:
            continue
        if trial.verdict.gates_cleared < len(Gate):
            found.append(trial.record.spec)
    if not found:
        raise NotFoundError("has no unsolved trial that counts", where=f"--failed-of {job.folder}")
    return tuple(found)


def trials_again(
    trials: Sequence[TrialSpec],
    tasks: Sequence[Task],
    agents: Sequence[str],
    harnesses: Sequence[str],
    prompts: Sequence[PromptVariant],
) -> tuple[TrialSpec, ...]:
    """Return new trials of these tasks, with the same agents, harnesses and prompts unless others are given.

    Raises:
        NotFoundError: An agent does not exist.
    """
    by_ref = {task.ref: task for task in tasks}
    specs = (
        TrialSpec(task=spec.task, agent=agent, harness=harness, prompt=prompt, repeat=spec.repeat)
        for spec in trials
        if spec.task in by_ref
        for requested in agents or (spec.agent,)
        for harness in harnesses or (spec.harness,)
        for agent in agent_names(requested, by_ref[spec.task], harness)
        for prompt in prompts or (spec.prompt,)
    )
    return tuple(dict.fromkeys(specs))
