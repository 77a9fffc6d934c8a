"""Measures how difficult a task, or a level of tasks, was for the agents that attempted it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from headwater.analysis._attempts import TaskAttempt, by_task
from headwater.analysis._interval import (
    NOTHING,
    Estimate,
    attempts_needed,
    bootstrap_ratio,
    clustered_mean,
    median,
    wilson,
)
from headwater.analysis._query import GATES
from headwater.results import Effort


@dataclass(frozen=True)
class Difficulty:
    """The difficulty of a task for one agent, or for all agents that attempted the task.

    Attributes:
        level: The level that the task declares, or None if it is unknown.
        who: The agent, or ``all`` for all agents together. Each is then weighted by its number of trials.
        trials: The number of scored trials. ``excluded`` is the number of excluded trials.
        solved: The share of trials that cleared all gates, with Wilson's interval. The interval applies only to this
            task and these agents.
        solved_as_zero: The same share if excluded trials count as failed.
        score: The mean score. ``score_as_zero`` counts excluded trials as 0.
        cleared: The number of trials that cleared exactly this many gates, from none to all five.
        gates: For each gate, the share of trials that cleared it and all gates before it.
        steps: The median number of steps. It has no value if no trajectory is known.
        bytes_read: The median number of bytes that tools returned.
        attempts_needed: The number of further attempts needed to narrow the interval of ``solved`` to the requested
            width.
    """

    task: str
    level: str | None
    who: str
    trials: int
    excluded: int
    solved: Estimate
    solved_as_zero: Estimate
    score: Estimate
    score_as_zero: Estimate
    cleared: tuple[int, ...]
    gates: tuple[Estimate, ...]
    steps: Estimate
    bytes_read: Estimate
    attempts_needed: int


@dataclass(frozen=True)
class EffortPerSolved:
    """The effort in all trials, including those that failed, for each trial that solved its task.

    It has no value if none did, or if no trajectory is known. Trials without a trajectory do not count.
    """

    steps: Estimate
    tool_calls: Estimate
    bytes_read: Estimate


@dataclass(frozen=True)
class Level:
    """The measured difficulty of one declared level. The intervals are over tasks."""

    name: str
    who: str
    tasks: int
    trials: int
    excluded: int
    solved: Estimate
    solved_as_zero: Estimate
    score: Estimate
    score_as_zero: Estimate
    steps: Estimate
    bytes_read: Estimate
    effort_per_solved: EffortPerSolved


def difficulty(attempts: Sequence[TaskAttempt], who: str, half_width: float, confidence: float) -> Difficulty:
    """Measure the difficulty of a task from the attempts at it."""
    scored = [each for each in attempts if not each.excluded]
    solved = sum(each.solved for each in scored)
    gates = [each.gates or 0 for each in scored]
    return Difficulty(
        task=attempts[0].task,
        level=attempts[0].level,
        who=who,
        trials=len(scored),
        excluded=len(attempts) - len(scored),
        solved=_share(solved, len(scored), confidence),
        solved_as_zero=_share(solved, len(attempts), confidence),
        score=_mean([each.score for each in scored], confidence),
        score_as_zero=_mean([0.0 if each.excluded else each.score for each in attempts], confidence),
        cleared=tuple(gates.count(number) for number in range(len(GATES) + 1)),
        gates=tuple(_share(sum(each > index for each in gates), len(gates), confidence) for index in range(len(GATES))),
        steps=median([each.effort.steps for each in attempts if each.effort], 1, confidence),
        bytes_read=median([each.effort.bytes_read for each in attempts if each.effort], 1, confidence),
        attempts_needed=attempts_needed(solved, len(scored), half_width, confidence),
    )


def _share(solved: int, trials: int, confidence: float) -> Estimate:
    return wilson(solved, trials, confidence) if trials else NOTHING


def _mean(values: Sequence[float | None], confidence: float) -> Estimate:
    """Return the mean over the trials of one task. Each trial counts as a separate cluster."""
    known = [value for value in values if value is not None]
    return replace(clustered_mean(known, [1] * len(known), confidence), tasks=min(len(known), 1))


def level_of(name: str, who: str, attempts: Sequence[TaskAttempt], confidence: float) -> Level:
    """Measure the difficulty of a level from the attempts at its tasks."""
    tasks = list(by_task(attempts).values())
    scored = [[each for each in task if not each.excluded] for task in tasks]
    return Level(
        name=name,
        who=who,
        tasks=len(tasks),
        trials=sum(map(len, scored)),
        excluded=sum(each.excluded for each in attempts),
        solved=_over_tasks([[float(each.solved) for each in task] for task in scored], confidence),
        solved_as_zero=_over_tasks([[float(each.solved) for each in task] for task in tasks], confidence),
        score=_over_tasks([[each.score for each in task] for task in scored], confidence),
        score_as_zero=_over_tasks(
            [[0.0 if each.excluded else each.score for each in task] for task in tasks], confidence
        ),
        steps=_median_task([[each.effort.steps for each in task if each.effort] for task in tasks], confidence),
        bytes_read=_median_task(
            [[each.effort.bytes_read for each in task if each.effort] for task in tasks], confidence
        ),
        effort_per_solved=_per_solved(scored, confidence),
    )


def _per_solved(tasks: Sequence[Sequence[TaskAttempt]], confidence: float) -> EffortPerSolved:
    known = [
        [(each.effort, each.solved) for each in task if each.effort] for task in tasks if any(e.effort for e in task)
    ]
    solved = [sum(is_solved for _, is_solved in task) for task in known]
    trials = sum(map(len, known))

    def ratio(value: Callable[[Effort], int]) -> Estimate:
        return bootstrap_ratio([sum(value(each) for each, _ in task) for task in known], solved, trials, confidence)

    return EffortPerSolved(
        ratio(lambda each: each.steps), ratio(lambda each: each.tool_calls), ratio(lambda each: each.bytes_read)
    )


def _over_tasks(tasks: Sequence[Sequence[float | None]], confidence: float) -> Estimate:
    known = [[value for value in task if value is not None] for task in tasks]
    return clustered_mean([sum(task) for task in known], [len(task) for task in known], confidence)


def _median_task(tasks: Sequence[Sequence[int]], confidence: float) -> Estimate:
    """Return the median of the tasks' medians.

    The interval is over tasks, because trials of the same task are alike.
    """
    known = [float(np.median(task)) for task in tasks if task]
    return replace(median(known, len(known), confidence), trials=sum(map(len, tasks)))
