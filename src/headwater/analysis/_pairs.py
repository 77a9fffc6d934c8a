"""Computes differences on shared tasks, using the cells that two sets of trials have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyarrow as pa
from scipy import stats

from headwater.analysis._interval import CONFIDENCE, Estimate, mean_difference
from headwater.analysis._notes import About, Note
from headwater.analysis._power import UNKNOWN, Power, power_of
from headwater.analysis._query import columns, select
from headwater.analysis._tests import EXACT_FLIPS, Significance, mcnemar, sign_flip
from headwater.plurals import counted

USED = ("cost_usd", "agent_sec", "tokens")


@dataclass(frozen=True)
class CellSide:
    """One side of a cell: the trials of one task and, if several combinations are paired, of one combination."""

    n: int
    mean: float
    variance: float | None
    solved: int
    used: dict[str, float | None]

    @property
    def mostly_solved(self) -> bool:
        """Return whether more than half of the repeats solved the task."""
        return 2 * self.solved > self.n


@dataclass(frozen=True)
class CellPair:
    """A cell that both sides have run."""

    key: tuple[tuple[str, str | None], ...]
    first: CellSide
    second: CellSide

    @property
    def task(self) -> str:
        """The task of the cell."""
        return str(dict(self.key)["task"])

    @property
    def name(self) -> str:
        """The whole key as one text."""
        return " + ".join(str(value) for _, value in self.key if value is not None)

    @property
    def difference(self) -> float:
        """The mean of the second side minus that of the first."""
        return self.second.mean - self.first.mean

    @property
    def within(self) -> float | None:
        """The variance of the difference due to repeats, or None unless both sides have at least two repeats."""
        if self.first.variance is None or self.second.variance is None:
            return None
        return self.first.variance / self.first.n + self.second.variance / self.second.n


@dataclass(frozen=True)
class Pairing:
    """The cells that two sets of trials share, and those that only one of the sets has."""

    pairs: tuple[CellPair, ...]
    only_first: tuple[str, ...]
    only_second: tuple[str, ...]

    @property
    def trials(self) -> int:
        """The number of trials in the shared cells."""
        return sum(pair.first.n + pair.second.n for pair in self.pairs)


Sides = dict[tuple[Any, ...], CellSide]
"""The cells in a set of trials, keyed by the cell's values: one for each pairing key, such as ``task``."""


def pair_up(first: Sides, second: Sides, keys: Sequence[str]) -> Pairing:
    """Match the cells in two sets of trials."""
    pairs = [CellPair(tuple(zip(keys, key, strict=True)), first[key], second[key]) for key in first if key in second]
    return Pairing(tuple(pairs), _names(first, second), _names(second, first))


def _names(these: Sides, others: Sides) -> tuple[str, ...]:
    return tuple(" + ".join(map(str, key)) for key in these if key not in others)


def sides_of(table: pa.Table, keys: Sequence[str], measure: str) -> Sides:
    """Aggregate a set of trials into cells."""
    by = columns(keys)
    rows = select(
        table,
        f'select {by}, count(*) as n, avg("{measure}"::double) as mean, var_samp("{measure}"::double) as variance, '
        "count(*) filter (where solved) as solved, median(cost_usd) as cost_usd, median(agent_sec) as agent_sec, "
        f"median(input_tokens + output_tokens) as tokens from trials "
        f'where "{measure}" is not null group by {by} order by {by}',
    )
    return {
        tuple(row[key] for key in keys): CellSide(
            row["n"], row["mean"], row["variance"], row["solved"], {name: row[name] for name in USED}
        )
        for row in rows
    }


@dataclass(frozen=True)
class Difference:
    """The difference between two sides (second minus first) on the tasks that both ran.

    Attributes:
        means: The first and the second side's mean over tasks.
        effect: The mean over tasks of the difference in the measure. Its interval is Student's t interval over tasks,
            bounded by -1 and 1.
        t_test: The t test of this mean, which agrees with the interval. None without an interval, for example if all
            tasks differ by the same amount.
        flips: The sign-flip test, which does not assume a normal distribution. It is computed for up to 13 tasks, for
            which it is exact, and if there is no t test.
        solved: McNemar's test on the tasks that were solved in more than half of their repeats.
        gained: The number of tasks that only the second side solved in more than half of its repeats.
        lost: The number of tasks that only the first side solved in more than half of its repeats.
        ratios: The resources that the second side used relative to the first, keyed by ``cost_usd``, ``agent_sec`` and
            ``tokens``. Each is the geometric mean of the ratio of medians, over the tasks where both medians are known.
        power: The differences that the comparison can detect.
    """

    means: tuple[float | None, float | None]
    effect: Estimate
    t_test: Significance | None
    flips: Significance | None
    solved: Significance
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    ratios: dict[str, Estimate] = field(default_factory=dict)
    power: Power = UNKNOWN

    @property
    def p(self) -> float | None:
        """The p-value of the t test or, without one, of the sign-flip test. None for fewer than two tasks."""
        test = self.t_test or self.flips
        return test.p if test else None


def difference(pairing: Pairing, confidence: float = CONFIDENCE) -> Difference:
    """Compute the difference between two sides on shared tasks.

    Tasks have equal weight, however many cells they have.
    """
    by_task: dict[str, list[CellPair]] = {}
    for pair in pairing.pairs:
        by_task.setdefault(pair.task, []).append(pair)
    each = [float(np.mean([pair.difference for pair in pairs])) for pairs in by_task.values()]
    effect = _bounded(mean_difference(each, pairing.trials, confidence))
    before = {task: _mostly([pair.first for pair in pairs]) for task, pairs in by_task.items()}
    after = {task: _mostly([pair.second for pair in pairs]) for task, pairs in by_task.items()}
    gained = tuple(task for task in by_task if after[task] and not before[task])
    lost = tuple(task for task in by_task if before[task] and not after[task])
    return Difference(
        means=(_mean(by_task, lambda pair: pair.first), _mean(by_task, lambda pair: pair.second)),
        effect=effect,
        t_test=_t_test(each) if effect.low is not None else None,
        flips=sign_flip(each) if len(each) > 1 and (effect.low is None or len(each) <= EXACT_FLIPS) else None,
        solved=mcnemar(len(gained), len(lost)),
        gained=gained,
        lost=lost,
        ratios={name: _ratio(by_task, name, confidence) for name in USED},
        power=power_of(each, _within(by_task)),
    )


def _bounded(estimate: Estimate) -> Estimate:
    """Bound an interval by -1 and 1, because a difference of two means in [0, 1] cannot exceed these bounds."""
    if estimate.low is None or estimate.high is None:
        return estimate
    return replace(estimate, low=max(estimate.low, -1.0), high=min(estimate.high, 1.0))


def _mean(by_task: dict[str, list[CellPair]], side: Callable[[CellPair], CellSide]) -> float | None:
    each = [np.mean([side(pair).mean for pair in pairs]) for pairs in by_task.values()]
    return float(np.mean(each)) if each else None


def _mostly(sides: list[CellSide]) -> bool:
    return 2 * sum(side.solved for side in sides) > sum(side.n for side in sides)


def _t_test(each: list[float]) -> Significance:
    found = stats.ttest_1samp(each, 0.0)
    return Significance("paired t", float(found.statistic), float(found.pvalue), len(each))


def _within(by_task: dict[str, list[CellPair]]) -> float | None:
    """Return the mean over tasks of the difference's variance that is due to repeats."""
    known: list[float] = []
    for pairs in by_task.values():
        variances = [pair.within for pair in pairs]
        if all(variance is not None for variance in variances):
            # The variance of a mean of independent differences is the sum of their variances divided by the square of
            # their number.
            known.append(sum(variance or 0.0 for variance in variances) / len(variances) ** 2)
    # The repeats of fewer than half of the tasks do not represent the others.
    return float(np.mean(known)) if len(known) * 2 >= len(by_task) and known else None


def _ratio(by_task: dict[str, list[CellPair]], name: str, confidence: float) -> Estimate:
    logs = []
    trials = 0
    for pairs in by_task.values():
        known = [(pair, pair.first.used[name], pair.second.used[name]) for pair in pairs]
        ratios = [np.log(after / before) for _, before, after in known if before and after]
        if ratios:
            # In the mean of logarithms, a doubling and a halving cancel out.
            logs.append(float(np.mean(ratios)))
            trials += sum(pair.first.n + pair.second.n for pair, before, after in known if before and after)
    found = mean_difference(logs, trials, confidence)
    value, low, high = (
        None if limit is None else float(np.exp(limit)) for limit in (found.value, found.low, found.high)
    )
    return Estimate(value, low, high, trials, found.tasks, confidence)


def notes_on_difference(difference: Difference, pairs: Sequence[CellPair]) -> list[Note]:
    """Return notes on what a difference cannot show, and on what would settle the question."""
    notes = []
    effect = difference.effect
    single = sum(pair.first.n < 2 or pair.second.n < 2 for pair in pairs)
    if single:
        of = f"{single} of {counted(len(pairs), 'pair')}"
        text = f"In {of}, a side has only one trial: the variation between repeats is not known."
        notes.append(Note(About.FEW_REPEATS, text))
    if effect.tasks < 2:
        notes.append(Note(About.FEW_TASKS, "One task is shared: no interval can be given."))
    elif effect.low is None:
        text = f"All {effect.tasks} tasks differ by the same amount, so it is not known how much another task would."
        notes.append(Note(About.FEW_TASKS, text))
    elif effect.low <= 0 <= (effect.high or 0.0):
        notes.append(Note(About.UNSETTLED, _on_power(difference.power, effect.tasks)))
    return notes


def _on_power(power: Power, tasks: int) -> str:
    if power.detectable is None:
        return f"Not settled: {tasks} tasks are too few to estimate which difference they could detect."
    least = f"{power.detectable:.2f}"
    with_tasks = counted(tasks, "task")
    start = f"Not settled: with {with_tasks} a true difference of {least} or more would be detected 4 times in 5."
    if power.tasks_needed is None:
        return start
    needed = counted(power.tasks_needed, "task")
    start += " If the difference is as observed,"
    if not power.repeats_help:
        return f"{start} {needed} would settle it; the effect of repeats is not known."
    if power.repeats_factor is None:
        return f"{start} {needed} would settle it; repeats of these tasks alone would not."
    return f"{start} {power.repeats_factor} times the repeats would settle it, or {needed}."
