"""Draws random numbers from independent streams for each topic and block, so that blocks can be built in any order."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from headwater.simulation._clock import DAY, FIRST_DAY, HOUR, Flags, Floats, Ints

# The share of a working day's actions in each local hour.
_HOURS = np.array([1, 1, 1, 1, 1, 2, 6, 18, 55, 90, 96, 90, 62, 80, 92, 88, 76, 52, 26, 15, 11, 8, 5, 2], dtype=float)
_HOURS_CUMULATIVE = np.concatenate([[0.0], np.cumsum(_HOURS) / _HOURS.sum()])


_FEW = 12
_NORMAL_TAIL = 0.02425
_A = (-3.969683028665376e01, 2.209460984245205e02, -2.759285104469687e02, 1.383577518672690e02, -3.066479806614716e01)
_B = (-5.447609879822406e01, 1.615858368580409e02, -1.556989798598866e02, 6.680131188771972e01, -1.328068155288572e01)
_C = (
    -7.784894002430293e-03,
    -3.223964580411365e-01,
    -2.400758277161838e00,
    -2.549732539343734e00,
    4.374664141464968e00,
)
_D = (7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e00, 3.754408661907416e00)


def _polynomial(coefficients: tuple[float, ...], last: float, x: Floats) -> Floats:
    total = np.zeros_like(x)
    for c in coefficients:
        total = total * x + c
    return total * x + last


def _normal_quantile(p: Floats) -> Floats:
    """Return normal quantiles by Acklam's rational approximation, whose relative error is below 1.2e-9."""
    q = p - 0.5
    r = q * q
    middle = q * _polynomial(_A, 2.506628277459239e00, r) / _polynomial(_B, 1.0, r)
    t = np.sqrt(-2 * np.log(np.maximum(np.minimum(p, 1 - p), 1e-300)))
    tail = _polynomial(_C, 2.938163982698783e00, t) / _polynomial(_D, 1.0, t)
    return np.where(np.abs(q) <= 0.5 - _NORMAL_TAIL, middle, np.where(q < 0, tail, -tail))


class Draw:
    """A stream of random numbers that depends only on the seed, the topic and the block.

    All draws are derived from PCG64's raw bits, and results are rounded, so that every machine and version produces the
    same values. numpy guarantees that these bits are stable, but not its distributions.
    """

    def __init__(self, seed: int, topic: str, block: int = 0) -> None:
        key = (zlib.crc32(topic.encode()), block)
        self._bits = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=key))

    def uniform(self, n: int) -> Floats:
        """Draw numbers from [0, 1)."""
        # Only the upper 53 bits are used, because a double can represent no more exactly.
        return np.asarray((self._bits.random_raw(n) >> np.uint64(11)) * 2.0**-53)

    def between(self, low: Floats | Ints | float, high: Floats | Ints | float, n: int) -> Floats:
        """Draw numbers uniformly from [low, high)."""
        return np.asarray(low + (np.asarray(high) - low) * self.uniform(n))

    def seconds(self, low: Ints | int, high: Ints | int, n: int) -> Ints:
        """Draw integers uniformly from [low, high), whose bounds can be arrays. An empty range yields ``low``."""
        span = np.maximum(np.asarray(high, dtype=np.int64) - low, 0)
        return np.asarray(low + np.floor(span * self.uniform(n)).astype(np.int64))

    def integers(self, low: int, high: int, n: int) -> Ints:
        """Draw integers from low to high, inclusive."""
        return self.seconds(low, high + 1, n)

    def flags(self, chance: Floats | float, n: int) -> Flags:
        """Draw flags that are true with the given probability."""
        return np.asarray(self.uniform(n) < chance)

    def pick(self, weights: Sequence[float] | Floats, n: int) -> Ints:
        """Draw positions in a list, with probabilities proportional to its weights."""
        cumulative = np.cumsum(np.asarray(weights, dtype=float))
        found = np.searchsorted(cumulative / cumulative[-1], self.uniform(n), side="right")
        return np.asarray(found, dtype=np.int64)

    def pick_by(self, weights: Sequence[Sequence[float]], group: Ints) -> Ints:
        """Draw a position for each element, with the weights of its group."""
        cumulative = np.cumsum(np.asarray(weights, dtype=float), axis=1)
        cumulative /= cumulative[:, -1:]
        chosen = np.zeros(len(group), dtype=np.int64)
        luck = self.uniform(len(group))
        for place, bounds in enumerate(cumulative):
            own = group == place
            chosen[own] = np.searchsorted(bounds, luck[own], side="right")
        return chosen

    def exponential(self, mean: Floats | float, n: int) -> Floats:
        """Draw waiting times from an exponential distribution. Callers must round the results."""
        return np.asarray(-np.log1p(-self.uniform(n)) * mean)

    def normal(self, n: int) -> Floats:
        """Draw from the standard normal distribution. Callers must round results that they derive from it."""
        return _normal_quantile(np.maximum(self.uniform(n), 2.0**-54))

    def lognormal(self, median: Floats | float, sigma: float, n: int) -> Floats:
        """Draw right-skewed sizes from a log-normal distribution. Callers must round the results."""
        return np.asarray(np.exp(self.normal(n) * sigma) * median)

    def poisson(self, mean: Floats | float, n: int) -> Ints:
        """Draw counts from a Poisson distribution. Small means use inversion, others the normal approximation."""
        expected = np.broadcast_to(np.asarray(mean, dtype=float), (n,))
        luck = self.uniform(n)
        count = np.maximum(np.rint(expected + np.sqrt(expected) * _normal_quantile(np.maximum(luck, 2.0**-54))), 0)
        rows = np.flatnonzero(expected < _FEW)
        chance = np.exp(-expected[rows])
        total, found = chance.copy(), np.zeros(len(rows))
        # `total` is the probability of at most k; the loop's bound is far above any count that can be drawn.
        for k in range(1, 4 * _FEW):
            more = luck[rows] >= total
            if not more.any():
                break
            found[more] = k
            chance = chance * expected[rows] / k
            total = total + chance
        count[rows] = found
        return np.asarray(count, dtype=np.int64)

    def days(self, cumulative: Floats, low: Ints, high: Ints) -> Ints:
        """Draw a day in [low, high] for each element, with probabilities proportional to the days' weights.

        Args:
            cumulative: Cumulative weights up to each day of the history, starting with a zero.
            low: The first possible day of each element, in days since 1970.
            high: The last possible day of each element.
        """
        left, right = cumulative[low - FIRST_DAY], cumulative[high - FIRST_DAY + 1]
        target = left + (right - left) * self.uniform(len(low))
        found = np.searchsorted(cumulative, target, side="right") - 1 + FIRST_DAY
        return np.asarray(np.clip(found, low, high), dtype=np.int64)

    def working_time(self, days: Ints, offset_hours: Floats | float = 0.0) -> Ints:
        """Draw a UTC time within each day, mostly during local office hours."""
        n = len(days)
        local = np.interp(self.uniform(n), _HOURS_CUMULATIVE, np.arange(25.0))
        of_day = np.floor(((local - offset_hours) % 24) * HOUR).astype(np.int64)
        return np.asarray(days * DAY + np.minimum(of_day, DAY - 1))

    def around(self, planned: Ints, early: int, late: int) -> Ints:
        """Draw UTC times at most ``early`` seconds before and less than ``late`` seconds after planned ones.

        They are on the same day as the planned times, because schedules are daily: what a job does late, it does before
        midnight.
        """
        midnight = planned // DAY * DAY
        return self.seconds(
            np.maximum(planned - early, midnight), np.minimum(planned + late, midnight + DAY), len(planned)
        )


def cumulate(weights: Floats) -> Floats:
    """Return the cumulative day weights that ``Draw.days`` expects."""
    return np.concatenate([[0.0], np.cumsum(weights)])
