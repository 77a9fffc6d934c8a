"""Computes how many tasks or repeats settle a comparison."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize

POWER = 0.8
_LEVEL = 0.05
_FEWEST_TASKS = 4
_MOST_TASKS = 100_000


@dataclass(frozen=True)
class Power:
    """The differences that a comparison can detect with 80 % power at the 5 % level.

    These are only known for four or more tasks, or for two samples of tasks.

    Attributes:
        detectable: The smallest true difference that the comparison would detect, or None if it is unknown.
        repeats_factor: The factor by which to multiply the repeats on the same tasks, if the true difference equals the
            observed one. None if no number of repeats suffices, or if the number is unknown.
        tasks_needed: The number of tasks (per sample if there are two) that would be needed with the current number of
            repeats. None if it is unknown.
        repeats_help: Whether the spread within tasks is known, which requires at least two repeats.
    """

    detectable: float | None
    repeats_factor: int | None
    tasks_needed: int | None
    repeats_help: bool


UNKNOWN = Power(None, None, None, False)

PowerAt = Callable[[float, int], float]
"""Returns the power for an effect (in standard deviations) and a number of tasks."""


def power_of(differences: ArrayLike, within: float | None) -> Power:
    """Return the differences that a paired comparison can detect.

    The variance of a task's difference is ``between + within / factor``. Only more tasks can compensate for the first
    part, whereas more repeats reduce the second part. The power is that of the paired t test (statsmodels
    ``TTestPower``).

    Args:
        differences: The difference of each task.
        within: The mean of the differences' variances due to repeats, or None without repeats.
    """
    each = np.asarray(differences, float)
    if len(each) < _FEWEST_TASKS or np.ptp(each) < 1e-12:
        return UNKNOWN
    smallest = _smallest_effect(lambda effect: paired_power(effect, len(each)))
    return _power(abs(float(each.mean())), float(each.var(ddof=1)), within, smallest, paired_power)


def power_between(first: ArrayLike, second: ArrayLike, within: float | None, tests: int = 1) -> Power:
    """Return the differences that a comparison between different tasks, for example those of two levels, can detect.

    This is like ``power_of``, but uses the power of the two-sample t test (statsmodels ``TTestIndPower``) and the mean
    of the two variances. ``tasks_needed`` is per sample.

    Args:
        first: A value for each task of the first sample.
        second: A value for each task of the second sample.
        within: The mean of the values' variances due to repeats, or None without repeats.
        tests: The number of tests that share the 5 % level.
    """

    def power(effect: float, tasks: int, ratio: float = 1.0) -> float:
        return _independent(effect, tasks, ratio, _LEVEL / tests)

    a, b = np.asarray(first, float), np.asarray(second, float)
    if min(len(a), len(b)) < 2:
        return UNKNOWN
    variance = float(a.var(ddof=1) + b.var(ddof=1)) / 2
    if variance < 1e-12:
        return UNKNOWN
    smallest = _smallest_effect(lambda effect: power(effect, len(a), len(b) / len(a)))
    return _power(abs(float(b.mean() - a.mean())), variance, within, smallest, power)


def _power(effect: float, total: float, within: float | None, smallest: float, power_at: PowerAt) -> Power:
    """Return the power of a comparison whose smallest detectable effect is ``smallest`` standard deviations."""
    detectable = smallest * total**0.5
    if effect == 0:
        return Power(detectable, None, None, within is not None)
    factor = None if within is None else _repeats_factor(effect, total, within, smallest)
    return Power(detectable, factor, tasks_needed(effect / total**0.5, power_at), within is not None)


def paired_power(effect: float, tasks: int, tests: int = 1) -> float:
    """Return the power of the paired t test (statsmodels ``TTestPower``).

    Args:
        effect: The true difference, in standard deviations of the tasks' differences.
        tasks: The number of tasks.
        tests: The number of tests that share the 5 % level.
    """
    from statsmodels.stats.power import TTestPower

    return _number(TTestPower().power(effect, tasks, _LEVEL / tests))


def _independent(effect: float, tasks: int, ratio: float, level: float) -> float:
    from statsmodels.stats.power import TTestIndPower

    return _number(TTestIndPower().power(effect, tasks, level, ratio=ratio))


def _number(power: float) -> float:
    """Return the power as a number.

    SciPy's noncentral t is NaN at some points far in its tail, where the power is 1.
    """
    return 1.0 if math.isnan(power) else float(power)


def _smallest_effect(power: Callable[[float], float]) -> float:
    """Return the smallest detectable effect, in standard deviations of the tasks' values.

    The solver in statsmodels tries effects so large that their power is NaN. This search approaches the effect from
    below.
    """
    high = 0.01
    while power(high) < POWER:
        high *= 1.5
    return float(optimize.brentq(lambda effect: power(effect) - POWER, high / 1.5, high))


def tasks_needed(effect: float, power_at: PowerAt) -> int | None:
    """Return the number of tasks with which the power is 80 %, or None if it is above 100,000."""
    # The power grows with the number of tasks. Doubling therefore finds a range that contains the required number, and
    # bisection finds the number itself.
    low, high = _FEWEST_TASKS - 1, _FEWEST_TASKS
    while power_at(effect, high) < POWER:
        low, high = high, high * 2
        if high > _MOST_TASKS:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if power_at(effect, middle) < POWER else (low, middle)
    return high


def _repeats_factor(effect: float, total: float, within: float, smallest: float) -> int | None:
    """Return the smallest integer that reduces the variance enough if the number of repeats is multiplied by it."""
    allowed = (effect / smallest) ** 2
    if total <= allowed:
        return 1
    between = max(total - within, 0.0)
    if allowed <= between:
        return None
    return int(np.ceil(within / (allowed - between)))
