"""Whether declared levels of difficulty separate: is a task of the higher level solved less often?"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

from headwater.analysis._attempts import ALL, Attempt
from headwater.analysis._interval import CONFIDENCE, NOTHING, Estimate
from headwater.analysis._power import Power, power_between
from headwater.analysis._tests import PERMUTATIONS, Significance, holm

_LEVEL = 0.05
Values = dict[str, float]


@dataclass(frozen=True)
class Separation:
    """Two declared levels, by the tasks of each that the same agents attempted.

    Attributes:
        lower: The level that is declared to be the easier one.
        who: An agent; ``all`` for all that attempted tasks of both levels, each compared with itself.
        tasks: How many of each level are compared.
        trials: Scored trials at these.
        effect: The mean of the tasks of the higher level less that of the lower one: below 0 if it is harder.
        test: A permutation of the tasks' levels; None without two tasks of each.
        p_holm: Its p-value, adjusted for all pairs of levels of the same agents.
        power: What the comparison can show, at the 5 % level divided by the number of pairs.
        fewest_tasks: Of each level, for any outcome to be significant after the adjustment.
        as_zero: Effect and test with excluded trials counted as 0; None if there are none.
        left_out: Agents that attempted tasks of one of the levels alone: they cannot be compared with themselves.
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
        """``separate``, ``reversed``, ``not separated``, ``too few tasks`` or ``not comparable``."""
        if self.effect.value is None:
            return "not comparable"
        if self.p_holm is not None and self.p_holm < _LEVEL:
            return "separate" if self.effect.value < 0 else "reversed"
        return "not separated" if min(self.tasks) >= self.fewest_tasks else "too few tasks"


def separations(
    attempts: Sequence[Attempt], levels: Sequence[str], confidence: float = CONFIDENCE
) -> tuple[Separation, ...]:
    """Compare each two levels: of all agents, and of each where there are several."""
    agents = sorted({each.who for each in attempts})
    found: list[Separation] = []
    for who in (ALL, *agents) if len(agents) > 1 else (ALL,):
        own = attempts if who == ALL else [each for each in attempts if each.who == who]
        pairs = [_separation(own, pair, who, len(levels), confidence) for pair in combinations(levels, 2)]
        p_values = iter(holm([each.test.p for each in pairs if each.test]))
        found += [replace(each, p_holm=next(p_values)) if each.test else each for each in pairs]
    return tuple(found)


def _separation(
    attempts: Sequence[Attempt], pair: tuple[str, str], who: str, levels: int, confidence: float
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
    """The least p-value of n and n tasks is 2 / C(2n, n): each of one level is solved more often than each other."""
    return next(n for n in range(1, 100) if family * 2 / math.comb(2 * n, n) < _LEVEL)


def _as_zero(
    attempts: Sequence[Attempt], pair: tuple[str, str], confidence: float
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
    """A value for each task of two levels, the mean variance of these that is due to repeats, and what is not in it."""

    lower: Values
    higher: Values
    trials: int
    within: float | None
    left_out: tuple[str, ...]


def _sides(attempts: Sequence[Attempt], pair: tuple[str, str], value: Callable[[Attempt], float]) -> _Sides:
    """Make one value of each task: the mean over agents of what each did there less what it did on all tasks.

    Only agents that attempted tasks of both levels are in it, so that a level is not hard because weaker agents
    attempted it. Where each attempted all tasks, differences of these values are those of plain means.
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
    """The mean variance of a task's value that repeats average out; None if it is known of less than half of them."""
    known = []
    for variances in noise.values():
        if all(variance is not None for variance in variances):
            known.append(sum(variance or 0.0 for variance in variances) / len(variances) ** 2)
    return float(np.mean(known)) if known and 2 * len(known) >= len(noise) else None


def _arrays(sides: _Sides) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.array(list(sides.lower.values()), float), np.array(list(sides.higher.values()), float)


def _effect(first: NDArray[np.float64], second: NDArray[np.float64], trials: int, confidence: float) -> Estimate:
    """The difference of means with Welch's t interval over tasks, which ends at -1 and 1."""
    if not len(first) or not len(second):
        return NOTHING
    tasks, mean = len(first) + len(second), float(second.mean() - first.mean())
    if min(len(first), len(second)) < 2 or max(np.ptp(first), np.ptp(second)) < 1e-12:
        return Estimate(mean, None, None, trials, tasks, confidence)
    spread = [float(side.var(ddof=1)) / len(side) for side in (first, second)]
    freedom = sum(spread) ** 2 / sum(
        each**2 / (len(side) - 1) for each, side in zip(spread, (first, second), strict=True)
    )
    half = float(special.stdtrit(freedom, (1 + confidence) / 2)) * math.sqrt(sum(spread))
    return Estimate(mean, max(mean - half, -1.0), min(mean + half, 1.0), trials, tasks, confidence)


def _permutation(first: NDArray[np.float64], second: NDArray[np.float64]) -> Significance | None:
    """Test whether the levels' means differ by shuffling the levels of tasks; all ways, if they are 9,999 at most."""
    if min(len(first), len(second)) < 2:
        return None
    found = stats.permutation_test(
        (second, first),
        lambda a, b, axis: np.mean(a, axis=axis) - np.mean(b, axis=axis),
        permutation_type="independent",
        vectorized=True,
        n_resamples=PERMUTATIONS,
        rng=np.random.default_rng(0),
    )
    return Significance("permutation of tasks", float(found.statistic), float(found.pvalue), len(first) + len(second))
