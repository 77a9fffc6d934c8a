"""Compares the measured difficulty of tasks with their declared difficulty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from headwater.analysis._attempts import ALL, TaskAttempt, attempts_of, by_task, without_built_ins
from headwater.analysis._calibration_notes import notes_on_calibration
from headwater.analysis._difficulty import Difficulty, Level, difficulty, level_of
from headwater.analysis._interval import CONFIDENCE
from headwater.analysis._load import TrialTable
from headwater.analysis._notes import About, Note, notes_on
from headwater.analysis._query import require_measure
from headwater.analysis._separation import Separation, separations
from headwater.analysis._versions import require_like_with_like
from headwater.plurals import counted
from headwater.results import Effort

HALF_WIDTH = 0.15


@dataclass(frozen=True)
class Calibration:
    """The measured difficulty of tasks and levels, with notes.

    Attributes:
        measure: The measure by which levels are compared.
        half_width: The target half-width of the interval around a task's solve rate.
        tasks: The difficulty of each task for all agents together, the hardest task first.
        by_agent: The difficulty of each task for each agent, if there are several agents.
        levels: The difficulty of each declared level, for all agents together and for each, beginning with the easiest
            level.
        separations: Comparisons of all pairs of levels.
    """

    measure: str
    half_width: float
    tasks: tuple[Difficulty, ...]
    by_agent: tuple[Difficulty, ...]
    levels: tuple[Level, ...]
    separations: tuple[Separation, ...]
    notes: tuple[Note, ...]


def calibrate(
    results: TrialTable,
    efforts: Mapping[tuple[str, str], Effort] = MappingProxyType({}),
    *,
    levels: Sequence[str] = (),
    measure: str = "solved",
    half_width: float = HALF_WIDTH,
    built_ins: bool = False,
    confidence: float = CONFIDENCE,
) -> Calibration:
    """Measure the difficulty of tasks from the attempts of any agents, including people.

    Difficulty is relative to the agents: the solve rate of a task depends on who attempts it.

    Args:
        results: The trials.
        efforts: The number of steps and of bytes read in each trial, keyed by job and trial id.
        levels: The tags that serve as levels, beginning with the easiest. Each task has one of them. The default is the
            tiers that tasks declare.
        measure: The measure by which levels are compared.
        half_width: The target half-width of a task's interval. It determines how many further attempts are needed.
        built_ins: Whether trials of built-in agents without a model (``oracle``, ``nop``, counterfeits and so on) count
            as attempts.
        confidence: The confidence of all intervals.

    Raises:
        UserError: The measure is unknown, or versions must not be mixed.
    """
    trials, left_out = (results, {}) if built_ins else without_built_ins(results)
    require_measure(measure, trials.evidence)
    require_like_with_like(trials)
    attempts = attempts_of(trials, efforts, levels, measure)
    declared = list(levels) or sorted({each.level for each in attempts if each.level is not None})
    present = [level for level in declared if any(each.level == level for each in attempts)]
    tasks = [difficulty(own, ALL, half_width, confidence) for own in by_task(attempts).values()]
    tasks.sort(key=_hardest_first)
    compared = separations(attempts, present, confidence)
    notes = (
        *_on_left_out(left_out),
        *notes_on(trials, ()),
        *notes_on_calibration(tasks, compared, attempts, present),
    )
    return Calibration(
        measure=measure,
        half_width=half_width,
        tasks=tuple(tasks),
        by_agent=tuple(_by_agent(tasks, attempts, half_width, confidence)),
        levels=tuple(_levels(attempts, present, confidence)),
        separations=compared,
        notes=notes,
    )


def _hardest_first(each: Difficulty) -> tuple[bool, float, float, str]:
    """Return a sort key that puts the hardest task first and tasks without a scored trial last."""
    return each.solved.value is None, each.solved.value or 0.0, each.score.value or 0.0, each.task


def _agents(attempts: Sequence[TaskAttempt]) -> list[str]:
    agents = sorted({each.who for each in attempts})
    return agents if len(agents) > 1 else []


def _by_agent(
    tasks: Sequence[Difficulty], attempts: Sequence[TaskAttempt], half_width: float, confidence: float
) -> list[Difficulty]:
    own = by_task(attempts)
    return [
        difficulty(of_agent, who, half_width, confidence)
        for task in tasks
        for who in _agents(attempts)
        if (of_agent := [each for each in own[task.task] if each.who == who])
    ]


def _levels(attempts: Sequence[TaskAttempt], levels: Sequence[str], confidence: float) -> list[Level]:
    return [
        level_of(level, who, own, confidence)
        for level in levels
        for who in (ALL, *_agents(attempts))
        if (own := [each for each in attempts if each.level == level and who in (ALL, each.who)])
    ]


def _on_left_out(left_out: Mapping[str, int]) -> list[Note]:
    if not left_out:
        return []
    text = f"{counted(sum(left_out.values()), 'trial')} of agents without a model left out: {', '.join(left_out)}."
    return [Note(About.LEFT_OUT, text)]
