"""How much more would settle a comparison."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize

POWER = 0.8
_FEWEST_TASKS = 4
_MOST_TASKS = 100_000


@dataclass(frozen=True)
class Power:
    """What a paired comparison of four tasks or more can show, with 80 % power at the 5 % level.

    Attributes:
        detectable: The smallest true difference that would be found as it stands; None if it cannot be told.
        repeats_factor: By how much to multiply the repeats of both sides, on the same tasks, if the true difference
            is the one that was seen; None if no number of repeats is enough, or it cannot be told.
        tasks_needed: How many tasks with as many repeats as now it would take; None if it cannot be told.
        repeats_help: Whether the spread within tasks is known, which takes two repeats or more.
    """

    detectable: float | None
    repeats_factor: int | None
    tasks_needed: int | None
    repeats_help: bool


UNKNOWN = Power(None, None, None, False)


def power_of(differences: ArrayLike, within: float | None) -> Power:
    """Say what a comparison can show.

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
    total, effect = float(each.var(ddof=1)), abs(float(each.mean()))
    detectable = _smallest_effect(len(each)) * total**0.5
    if effect == 0:
        return Power(detectable, None, None, within is not None)
    factor = None if within is None else _repeats_factor(effect, total, within, len(each))
    return Power(detectable, factor, _tasks_needed(effect / total**0.5), within is not None)


def _power(effect: float, tasks: int) -> float:
    from statsmodels.stats.power import TTestPower

    power = float(TTestPower().power(effect, tasks, 0.05))
    return 1.0 if math.isnan(power) else power  # SciPy's noncentral t is not a number at some points far in its tail


def _smallest_effect(tasks: int) -> float:
    """In standard deviations of the tasks' differences.

    The solver of statsmodels tries effects so great that their power is not a number; here they are approached from
    below.
    """
    high = 0.01
    while _power(high, tasks) < POWER:
        high *= 1.5
    return float(optimize.brentq(lambda effect: _power(effect, tasks) - POWER, high / 1.5, high))


def _tasks_needed(effect: float) -> int | None:
    low, high = _FEWEST_TASKS - 1, _FEWEST_TASKS
    while _power(effect, high) < POWER:
        low, high = high, high * 2
        if high > _MOST_TASKS:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _power(effect, middle) < POWER else (low, middle)
    return high


def _repeats_factor(effect: float, total: float, within: float, tasks: int) -> int | None:
    """The smallest whole factor on the repeats; the needed variance follows from the smallest effect in SDs."""
    allowed = (effect / _smallest_effect(tasks)) ** 2
    if total <= allowed:
        return 1
    between = max(total - within, 0.0)
    if allowed <= between:
        return None
    return int(np.ceil(within / (allowed - between)))
