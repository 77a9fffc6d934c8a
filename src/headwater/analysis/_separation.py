"""Tests whether declared levels separate, that is, whether tasks at higher levels are solved less often."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

from headwater.analysis._attempts import ALL, TaskAttempt
from headwater.analysis._interval import CONFIDENCE, NOTHING, Estimate
from headwater.analysis._power import Power, power_between
from headwater.analysis._tests import PERMUTATIONS, Significance, holm

_LEVEL = 0.05
Values = dict[str, float]


@dataclass(frozen=True)
class Separation:
    """A comparison of two declared levels on the tasks that the same agents attempted.

    Attributes:
        lower: The level that is declared to be easier.
        who: An agent, or ``all`` for all agents that attempted tasks of both levels. Each agent is then compared with
            itself.
        tasks: The number of tasks compared at each level.
        trials: The number of scored trials of these tasks.
        effect: The mean of the higher level's tasks minus that of the lower level's. Negative if the higher level is
            harder.
        test: The permutation test of the tasks' levels. None unless each level has at least two tasks.
        p_holm: The p-value of ``test``, adjusted for all pairs of levels that the same agents attempted.
        power: The differences that the comparison can detect, at the 5 % level divided by the number of pairs.
        fewest_tasks: The smallest number of tasks per level at which a result can be significant after the adjustment.
        as_zero: The effect and the test if excluded trials count as 0. None if there are no excluded trials.
        left_out: The agents that attempted tasks of only one level, so that they cannot be compared with themselves.
    """

    lower: str
    higher: str
    who: str
    tasks: tuple[int, int]
    trials: int
    effect: Estimate
    test: Significance | None
    p_holm: float | None
    power: Power
    fewest_tasks: int
    as_zero: tuple[Estimate, Significance | None] | None
    left_out: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """The verdict: ``separate``, ``reversed``, ``not separated``, ``too few tasks`` or ``not comparable``."""
        if self.effect.value is None:
            return "not comparable"
        if self.p_holm is not None and self.p_holm < _LEVEL:
            return "separate" if self.effect.value < 0 else "reversed"
        return "not separated" if min(self.tasks) >= self.fewest_tasks else "too few tasks"


def separations(
    attempts: Sequence[TaskAttempt], levels: Sequence[str], confidence: float = CONFIDENCE
) -> tuple[Separation, ...]:
    """Compare all pairs of levels for all agents together and, if there are several, for each agent."""
    agents = sorted({each.who for each in attempts})
    found: list[Separation] = []
    for who in (ALL, *agents) if len(agents) > 1 else (ALL,):
        own = attempts if who == ALL else [each for each in attempts if each.who == who]
        pairs = [_separation(own, pair, who, len(levels), confidence) for pair in combinations(levels, 2)]
        p_values = iter(holm([each.test.p for each in pairs if each.test]))
        found += [replace(each, p_holm=next(p_values)) if each.test else each for each in pairs]
    return tuple(found)


def _separation(
    attempts: Sequence[TaskAttempt], pair: tuple[str, str], who: str, levels: int, confidence: float
) -> Separation:
    own = [each for each in attempts if each.level in pair]
    scored = [each for each in own if each.value is not None]
    sides = _sides(scored, pair, lambda each: each.value or 0.0)
    sizes = len(sides.lower), len(sides.higher)
    first, second = _arrays(sides)
    test = _permutation(first, second)
    return Separation(
        lower=pair[0],
        higher=pair[1],
        who=who,
        tasks=sizes,
        trials=sides.trials,
        effect=_effect(first, second, sides.trials, confidence),
        test=test,
        p_holm=None,
        power=power_between(first, second, sides.within, math.comb(levels, 2)),
        fewest_tasks=_fewest_tasks(math.comb(levels, 2)),
        as_zero=_as_zero(own, pair, confidence),
        left_out=sides.left_out,
    )


def _fewest_tasks(family: int) -> int:
    """Return the smallest n for which two levels of n tasks can differ significantly.

    The smallest p-value for two levels of n tasks each is 2 / C(2n, n).
    """
    return next(n for n in range(1, 100) if family * 2 / math.comb(2 * n, n) < _LEVEL)


def _as_zero(
    attempts: Sequence[TaskAttempt], pair: tuple[str, str], confidence: float
) -> tuple[Estimate, Significance | None] | None:
    if not any(each.excluded for each in attempts):
        return None
    sides = _sides(
        [each for each in attempts if each.excluded or each.value is not None], pair, lambda each: each.as_zero
    )
    first, second = _arrays(sides)
    return _effect(first, second, sides.trials, confidence), _permutation(first, second)


@dataclass(frozen=True)
class _Sides:
    """A value for each task of two levels, the mean of the values' variances due to repeats, and the omitted agents."""

    lower: Values
    higher: Values
    trials: int
    within: float | None
    left_out: tuple[str, ...]


def _sides(attempts: Sequence[TaskAttempt], pair: tuple[str, str], value: Callable[[TaskAttempt], float]) -> _Sides:
    """Compute one value per task: the mean, over agents, of the agent's result on it minus the agent's overall mean.

    Only agents that attempted tasks of both levels are included, so that a level does not look hard because weaker
    agents attempted it. If each agent attempted all tasks, differences between these values equal differences between
    plain means.
    """
    cells: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    level_of = {each.task: each.level for each in attempts}
    for each in attempts:
        cells[each.who][each.task].append(value(each))
    both = {who: tasks for who, tasks in cells.items() if len({level_of[task] for task in tasks}) == len(pair)}
    values: dict[str, list[float]] = defaultdict(list)
    noise: dict[str, list[float | None]] = defaultdict(list)
    for tasks in both.values():
        usual = float(np.mean([np.mean(repeats) for repeats in tasks.values()]))
        for task, repeats in tasks.items():
            values[task].append(float(np.mean(repeats)) - usual)
            noise[task].append(float(np.var(repeats, ddof=1)) / len(repeats) if len(repeats) > 1 else None)
    means = {task: float(np.mean(of_agents)) for task, of_agents in values.items()}
    return _Sides(
        lower={task: mean for task, mean in means.items() if level_of[task] == pair[0]},
        higher={task: mean for task, mean in means.items() if level_of[task] == pair[1]},
        trials=sum(len(repeats) for tasks in both.values() for repeats in tasks.values()),
        within=_within(noise),
        left_out=tuple(sorted(set(cells) - set(both))),
    )


def _within(noise: dict[str, list[float | None]]) -> float | None:
    """Return the mean of the variances of tasks' values due to repeats.

    The result is None if the variance is known for fewer than half of the tasks.
    """
    known = []
    for variances in noise.values():
        if all(variance is not None for variance in variances):
            known.append(sum(variance or 0.0 for variance in variances) / len(variances) ** 2)
    return float(np.mean(known)) if known and 2 * len(known) >= len(noise) else None


def _arrays(sides: _Sides) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.array(list(sides.lower.values()), float), np.array(list(sides.higher.values()), float)


def _effect(first: NDArray[np.float64], second: NDArray[np.float64], trials: int, confidence: float) -> Estimate:
    """Return the difference of means with Welch's t interval over tasks, bounded by -1 and 1."""
    if not len(first) or not len(second):
        return NOTHING
    tasks, mean = len(first) + len(second), float(second.mean() - first.mean())
    if min(len(first), len(second)) < 2 or max(np.ptp(first), np.ptp(second)) < 1e-12:
        return Estimate(mean, None, None, trials, tasks, confidence)
    spread = [float(side.var(ddof=1)) / len(side) for side in (first, second)]
    # Welch and Satterthwaite's degrees of freedom, because levels can differ in size and variance.
    freedom = sum(spread) ** 2 / sum(
        each**2 / (len(side) - 1) for each, side in zip(spread, (first, second), strict=True)
    )
    half = float(special.stdtrit(freedom, (1 + confidence) / 2)) * math.sqrt(sum(spread))
    return Estimate(mean, max(mean - half, -1.0), min(mean + half, 1.0), trials, tasks, confidence)


def _permutation(first: NDArray[np.float64], second: NDArray[np.float64]) -> Significance | None:
    """Test whether the levels' means differ by permuting the levels of tasks.

    The test is exact if there are at most 9,999 permutations.
    """
    if min(len(first), len(second)) < 2:
        return None
    # The generator is seeded, so that the same trials always have the same p-value.
    found = stats.permutation_test(
        (second, first),
        lambda a, b, axis: np.mean(a, axis=axis) - np.mean(b, axis=axis),
        permutation_type="independent",
        vectorized=True,
        n_resamples=PERMUTATIONS,
        rng=np.random.default_rng(0),
    )
    return Significance("permutation of tasks", float(found.statistic), float(found.pvalue), len(first) + len(second))
