"""How much more would settle a comparison."""

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
    """What a comparison can show, with 80 % power at the 5 % level: of four tasks or more, or of two samples of tasks.

    Attributes:
        detectable: The smallest true difference that would be found as it stands; None if it cannot be told.
        repeats_factor: By how much to multiply the repeats, on the same tasks, if the true difference is the one that
            was seen; None if no number of repeats is enough, or it cannot be told.
        tasks_needed: How many tasks (in each of two samples) with as many repeats as now it would take; None if it
            cannot be told.
        repeats_help: Whether the spread within tasks is known, which takes two repeats or more.
    """

    detectable: float | None
    repeats_factor: int | None
    tasks_needed: int | None
    repeats_help: bool


UNKNOWN = Power(None, None, None, False)

_PowerAt = Callable[[float, int], float]
"""The power at an effect in standard deviations, with so many tasks."""


def power_of(differences: ArrayLike, within: float | None) -> Power:
    """Say what a paired comparison can show.

    The variance of a task's difference is what differs between tasks, which only more tasks average out, plus what
    differs between repeats, which repeats average out as well: ``between + within / factor``. Power is that of the
    paired t test (statsmodels ``TTestPower``).

    Args:
        differences: The difference of each task.
        within: The mean variance of these differences that is due to repeats; None where nothing was repeated.
    """
    each = np.asarray(differences, float)
    if len(each) < _FEWEST_TASKS or np.ptp(each) < 1e-12:
        return UNKNOWN
    smallest = _smallest_effect(lambda effect: _paired(effect, len(each)))
    return _power(abs(float(each.mean())), float(each.var(ddof=1)), within, smallest, _paired)


def power_between(first: ArrayLike, second: ArrayLike, within: float | None, tests: int = 1) -> Power:
    """Say what a comparison of different tasks can show, as of two levels of difficulty.

    As ``power_of``, with the power of the t test of two samples (statsmodels ``TTestIndPower``) and the mean of their
    variances. ``tasks_needed`` is of each sample.

    Args:
        first: A value for each task of the first sample.
        second: Of the second.
        within: The mean variance of these values that is due to repeats; None where nothing was repeated.
        tests: How many tests share the 5 % level.
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


def _power(effect: float, total: float, within: float | None, smallest: float, power_at: _PowerAt) -> Power:
    """What a comparison shows whose smallest effect that is found is so many standard deviations."""
    detectable = smallest * total**0.5
    if effect == 0:
        return Power(detectable, None, None, within is not None)
    factor = None if within is None else _repeats_factor(effect, total, within, smallest)
    return Power(detectable, factor, _tasks_needed(effect / total**0.5, power_at), within is not None)


def _paired(effect: float, tasks: int) -> float:
    from statsmodels.stats.power import TTestPower

    return _number(TTestPower().power(effect, tasks, _LEVEL))


def _independent(effect: float, tasks: int, ratio: float, level: float) -> float:
    from statsmodels.stats.power import TTestIndPower

    return _number(TTestIndPower().power(effect, tasks, level, ratio=ratio))


def _number(power: float) -> float:
    """SciPy's noncentral t is not a number at some points far in its tail."""
    return 1.0 if math.isnan(power) else float(power)


def _smallest_effect(power: Callable[[float], float]) -> float:
    """In standard deviations of the tasks' values.

    The solver of statsmodels tries effects so great that their power is not a number; here they are approached from
    below.
    """
    high = 0.01
    while power(high) < POWER:
        high *= 1.5
    return float(optimize.brentq(lambda effect: power(effect) - POWER, high / 1.5, high))


def _tasks_needed(effect: float, power_at: _PowerAt) -> int | None:
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
    """The smallest whole factor on the repeats; the needed variance follows from the smallest effect in SDs."""
    allowed = (effect / smallest) ** 2
    if total <= allowed:
        return 1
    between = max(total - within, 0.0)
    if allowed <= between:
        return None
    return int(np.ceil(within / (allowed - between)))
