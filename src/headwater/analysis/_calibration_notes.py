"""Makes notes on measured difficulty: levels that do not separate, tasks that are too easy or hard, mixed agents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from headwater.analysis._attempts import ALL, TaskAttempt, by_task
from headwater.analysis._difficulty import Difficulty
from headwater.analysis._notes import About, Note, few_names
from headwater.analysis._separation import Separation
from headwater.plurals import counted

_MANY_TASKS = 1000
_UNEVEN = 0.1
"""If the agents' shares differ between levels by more than this, the levels' overall rates are not comparable."""


def notes_on_calibration(
    tasks: Sequence[Difficulty], compared: Sequence[Separation], attempts: Sequence[TaskAttempt], levels: Sequence[str]
) -> Iterator[Note]:
    """Yield the notes that a reader of the tables must see."""
    yield from _on_missing_levels(tasks, levels)
    yield from _on_mixture(attempts, levels)
    yield from _on_unequal_tasks(attempts)
    for each in compared:
        if each.who == ALL:
            yield from _on_pair(each)
    yield from _on_extremes(tasks)
    yield from _on_effort(attempts)


def _on_missing_levels(tasks: Sequence[Difficulty], levels: Sequence[str]) -> Iterator[Note]:
    unknown = [task.task for task in tasks if task.level not in levels]
    if unknown:
        what = f"{counted(len(unknown), 'task')} without a known level ({few_names(unknown)})"
        yield Note(About.LEVELS, f"{what}: in the table of tasks, but in no level.")
    if tasks and len(levels) == 1:
        yield Note(
            About.LEVELS, f"All tasks with a level declare {levels[0]}: there is no other level to compare it with."
        )


def _on_mixture(attempts: Sequence[TaskAttempt], levels: Sequence[str]) -> Iterator[Note]:
    """Note levels that were attempted by different agents. Their difference may then be due to the agents."""
    mixtures = {level: Counter(each.who for each in attempts if each.level == level) for level in levels}
    uneven = []
    for who in sorted({each.who for each in attempts}):
        shares = [mixture[who] / mixture.total() for mixture in mixtures.values()]
        if shares and max(shares) - min(shares) > _UNEVEN:
            parts = ", ".join(f"{share:.0%} of {level}" for level, share in zip(levels, shares, strict=True))
            uneven.append(f"{who} made {parts}")
    if uneven:
        yield Note(
            About.CONFOUNDED,
            f"The levels were not attempted by the same agents in the same shares ({few_names(uneven)}): the rates of "
            "levels for all agents are confounded with the agents. Pairs of levels compare each agent with itself.",
        )


def _on_unequal_tasks(attempts: Sequence[TaskAttempt]) -> Iterator[Note]:
    """Note tasks that were attempted by different agents. Their differences may then be due to the agents."""
    agents = {task: frozenset(each.who for each in own) for task, own in by_task(attempts).items()}
    most = max(agents.values(), key=len, default=frozenset())
    fewer = [task for task, who in agents.items() if who != most]
    if fewer:
        yield Note(
            About.UNEQUAL_TASKS,
            f"{len(fewer)} of {counted(len(agents), 'task')} were not attempted by all agents ({few_names(fewer)}): "
            "their "
            "rates for all agents are not comparable with the others'; --csv shows the rates of each agent.",
        )


def _on_pair(each: Separation) -> Iterator[Note]:
    names = f"{each.lower} and {each.higher}"
    if each.left_out and each.effect.value is not None:
        yield Note(
            About.CONFOUNDED,
            f"{names}: agents that attempted only one of the two are left out ({few_names(each.left_out)}).",
        )
    match each.verdict:
        case "not comparable":
            text = (
                f"{names} cannot be compared: no agent attempted tasks of both, so the agents may cause the difference."
            )
            yield Note(About.CONFOUNDED, text)
        case "separate":
            yield from _on_as_zero(each, names)
        case "reversed":
            text = f"{each.higher} is easier than {each.lower}: {_figures(each)}."
            yield Note(About.LEVELS, text)
        case "too few tasks":
            needed = max(each.fewest_tasks, each.power.tasks_needed or 0)
            text = f"{names} do not separate: {_figures(each)}. There are too few tasks: at least {each.fewest_tasks} "
            if needed == each.fewest_tasks or needed > _MANY_TASKS:
                yield Note(About.LEVELS, f"{text}of each level are needed.")
            else:
                yield Note(
                    About.LEVELS, f"{text}of each level are needed, and {needed} if the difference is as observed."
                )
        case _:
            yield Note(About.LEVELS, f"{names} do not separate: {_figures(each)}. {_on_power(each)}")


def _on_as_zero(each: Separation, names: str) -> Iterator[Note]:
    """Note a separation whose verdict changes if excluded trials count as failed instead of being left out."""
    if each.as_zero is None:
        return
    effect, test = each.as_zero
    if test is not None and effect.value is not None and (test.p >= 0.05 or effect.value >= 0):
        text = f"{names} separate only without the excluded trials; counted as 0, p = {test.p:.2g}."
        yield Note(About.EXCLUDED, text)


def _figures(each: Separation) -> str:
    effect = each.effect
    limits = "" if effect.low is None or effect.high is None else f" [{effect.low:+.2f}, {effect.high:+.2f}]"
    p = "" if each.p_holm is None else f" (Holm-adjusted p = {each.p_holm:.2g})"
    return f"{effect.value or 0.0:+.2f}{limits} on {_sizes(each)}, {counted(each.trials, 'trial')}{p}"


def _sizes(each: Separation) -> str:
    return f"{each.tasks[0]} and {counted(each.tasks[1], 'task')}"


def _on_power(each: Separation) -> str:
    power = each.power
    if power.detectable is None:
        return "The tasks of a level do not differ, so it is not known how many more would settle it."
    start = f"A true difference of {power.detectable:.2f} or more would be detected 4 times in 5."
    if power.tasks_needed is None or power.tasks_needed > _MANY_TASKS:
        return f"{start} The observed difference is too small for {_MANY_TASKS:,} tasks of each level to settle."
    tasks = f"{counted(power.tasks_needed, 'task')} of each level"
    if not power.repeats_help:
        return f"{start} If it is as observed, {tasks} would settle it; the effect of more attempts is not known."
    if power.repeats_factor is None:
        return f"{start} If it is as observed, {tasks} would settle it; more attempts at these tasks alone would not."
    more = (power.repeats_factor - 1) * each.trials
    if more == 0:
        return f"{start} The observed difference is that large but not significant: attempt these tasks again."
    return (
        f"{start} If it is as observed, {counted(more, 'further attempt')} at these tasks would settle it, or {tasks}."
    )


def _on_extremes(tasks: Sequence[Difficulty]) -> Iterator[Note]:
    scored = [task for task in tasks if task.trials]
    for solved, words in ((1.0, "every trial solved"), (0.0, "no trial solved")):
        found = [task for task in scored if task.solved.value == solved]
        if not found:
            continue
        fewest, most = min(task.trials for task in found), max(task.trials for task in found)
        each = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        noun = "attempt" if most == 1 else "attempts"
        unsettled = sum(task.attempts_needed > 0 for task in found)
        more = f"; {unsettled} of them need more attempts to tell" if unsettled else ""
        yield Note(
            About.EXTREMES,
            f"{counted(len(found), 'task')} that {words}: {few_names([task.task for task in found])} "
            f"({each} {noun} each{more}).",
        )
    empty = [task.task for task in tasks if not task.trials]
    if empty:
        text = f"{counted(len(empty), 'task')} with only excluded trials: nothing is known about {few_names(empty)}."
        yield Note(About.EXCLUDED, text)


def _on_effort(attempts: Sequence[TaskAttempt]) -> Iterator[Note]:
    known = sum(each.effort is not None for each in attempts)
    if known < len(attempts):
        yield Note(
            About.UNKNOWN,
            f"Steps and bytes read are known for {known} of {counted(len(attempts), 'trial')}: those with a trajectory "
            "in the folder of a job.",
        )
