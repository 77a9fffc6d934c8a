"""Estimates with their intervals, of data that comes in clusters: the trials of one task are alike.

The interval of a mean of values in [0, 1] (scores, solve rate, gates, pass@k) is Wilson's score interval [1]_ at the
*effective* sample size, which is what the spread between tasks leaves of the number of trials [2]_, [3]_. A percentile
bootstrap of tasks is not used: in simulations at 20 tasks x 3 repeats its nominal 95 % interval held the truth in
80 to 94 % of cases, Student's t in 81 to 95 %, this one in 94 to 97 % (``benchmarks/coverage.py`` counts, and
``tests/analysis/test_coverage.py`` holds it).

A difference of two agents on the same tasks is nearly symmetric, and Student's t over the tasks' differences holds
the truth in 94 to 96 % of cases.

.. [1] E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
.. [2] E. L. Korn, B. I. Graubard, "Confidence intervals for proportions with small expected number of positive
   counts estimated from survey data", Survey Methodology 24 (1998).
.. [3] N. Dean, M. Pagano, "Evaluating confidence interval methods for binomial proportions in clustered surveys",
   Journal of Survey Statistics and Methodology 3 (2015).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special, stats

CONFIDENCE = 0.95
_VAGUE = 10.0

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A number with the interval in which the truth lies, at the given confidence, and what it is made of.

    ``value`` is None where there is nothing to estimate it from; ``low`` and ``high`` are None where there is no
    telling how far to trust it: fewer than two tasks.
    """

    value: float | None
    low: float | None
    high: float | None
    trials: int
    tasks: int
    confidence: float = CONFIDENCE

    @property
    def is_vague(self) -> bool:
        """Whether a ratio's interval holds both a tenth and ten times as much, and so is no answer."""
        if self.low is None or self.high is None:
            return False
        return self.low <= 1 / _VAGUE and self.high >= _VAGUE


NOTHING = Estimate(None, None, None, 0, 0)


def wilson(successes: float, trials: float, confidence: float = CONFIDENCE) -> Estimate:
    """Return a proportion of independent trials with Wilson's interval; for trials of one task, or single ones.

    Raises:
        ValueError: More successes than trials, or no trials.
    """
    from statsmodels.stats.proportion import proportion_confint

    if not 0 <= successes <= trials or trials == 0:
        raise ValueError(f"{successes} of {trials} is no proportion")
    low, high = proportion_confint(successes, trials, alpha=1 - confidence, method="wilson")
    return Estimate(successes / trials, float(low), float(high), int(trials), 1, confidence)


def clustered_mean(sums: ArrayLike, counts: ArrayLike, confidence: float = CONFIDENCE) -> Estimate:
    """Return the mean over all trials of a value in [0, 1], with an interval that knows that tasks are clusters.

    The variance is that of a ratio estimate, ``sum(e_i^2) n / (n - 1) / N^2`` with ``e_i = sum_i - mean * count_i``
    (what statsmodels gives as cluster-robust, ``cov_type="cluster"``), shrunk by the weight of one task towards the
    greatest that it can be, ``m (1 - m)`` between tasks. The shrinkage is what keeps the interval honest when a few
    tasks carry all of the spread.

    Args:
        sums: The sum of the values of each task's trials.
        counts: How many trials each task has; those with none are left out.
        confidence: Nominal coverage.
    """
    total, n = np.asarray(sums, float), np.asarray(counts, float)
    total, n = total[n > 0], n[n > 0]
    tasks, trials = len(n), n.sum()
    if tasks == 0:
        return NOTHING
    mean = float(min(max(total.sum() / trials, 0.0), 1.0))
    if tasks < 2:
        return Estimate(mean, None, None, int(trials), tasks, confidence)
    residuals = (total - mean * n) * tasks / trials
    shrunk_mean = (mean * tasks + 0.5) / (tasks + 1)
    variance = float(residuals @ residuals + shrunk_mean * (1 - shrunk_mean)) / tasks
    effective = tasks * mean * (1 - mean) / variance if 0 < mean < 1 else float(tasks)
    low, high = _wilson_limits(mean, effective, confidence)
    return Estimate(mean, low, high, int(trials), tasks, confidence)


def _wilson_limits(mean: float, n: float, confidence: float) -> tuple[float, float]:
    z = float(special.ndtri((1 + confidence) / 2))
    centre = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def attempts_needed(solved: int, trials: int, half_width: float, confidence: float = CONFIDENCE) -> int:
    """Return how many more attempts at one task make Wilson's interval of its solve rate no wider than +- half_width.

    The rate that is planned with is the middle of the present interval, ``(solved + z^2 / 2) / (trials + z^2)``: a few
    attempts that all fail do not show that a rate is 0. So it is at most what a rate of 0.5 takes: 39 attempts for
    +- 0.15.
    """
    z = float(special.ndtri((1 + confidence) / 2))
    if trials and _half_width(solved / trials, trials, confidence) <= half_width:
        return 0
    rate = (solved + z * z / 2) / (trials + z * z)
    enough = trials + 1
    while _half_width(rate, enough, confidence) > half_width:
        enough += 1
    return enough - trials


def _half_width(mean: float, n: float, confidence: float) -> float:
    low, high = _wilson_limits(mean, n, confidence)
    return (high - low) / 2


def median(values: ArrayLike, tasks: int = 1, confidence: float = CONFIDENCE) -> Estimate:
    """Return the median of independent values with the interval between two of them, without any model.

    The j-th least and the j-th greatest of n, for the greatest j with ``P(Binomial(n, 1/2) < j) <= (1 - confidence) /
    2``: W. J. Conover, "Practical nonparametric statistics" (1999), section 3.2. Fewer than six have none at 95 %.
    """
    each = np.sort(np.asarray(values, float))
    n = len(each)
    if n == 0:
        return NOTHING
    least = int(stats.binom.ppf((1 - confidence) / 2, n, 0.5))
    if stats.binom.cdf(least, n, 0.5) <= (1 - confidence) / 2:
        least += 1
    low, high = (float(each[least - 1]), float(each[n - least])) if least else (None, None)
    return Estimate(float(np.median(each)), low, high, n, tasks, confidence)


def mean_difference(differences: ArrayLike, trials: int, confidence: float = CONFIDENCE) -> Estimate:
    """Return the mean of the tasks' differences with Student's t interval.

    Without an interval if there are fewer than two tasks, or if all differ by the same: then nothing tells how much
    another task would.
    """
    each = np.asarray(differences, float)
    if len(each) == 0:
        return NOTHING
    mean = float(each.mean())
    if len(each) < 2 or np.ptp(each) < 1e-12:
        return Estimate(mean, None, None, trials, len(each), confidence)
    half = float(special.stdtrit(len(each) - 1, (1 + confidence) / 2) * each.std(ddof=1)) / math.sqrt(len(each))
    return Estimate(mean, mean - half, mean + half, trials, len(each), confidence)


def bootstrap_ratio(
    numerators: ArrayLike, denominators: ArrayLike, trials: int, confidence: float = CONFIDENCE
) -> Estimate:
    """Return a ratio of sums, as cost per solved task, with a bias-corrected accelerated bootstrap of tasks.

    Resamples whose denominator is nothing have no ratio; where they would be more than the interval leaves out, its
    upper limit is unknown, and so there is none.
    """
    top, bottom = np.asarray(numerators, float), np.asarray(denominators, float)
    if len(top) == 0 or bottom.sum() == 0:
        return Estimate(None, None, None, trials, len(top), confidence)
    value = float(top.sum() / bottom.sum())
    without_ratio = (1 - np.count_nonzero(bottom) / len(bottom)) ** len(bottom)
    if len(top) < 2 or without_ratio > (1 - confidence) / 2:
        return Estimate(value, None, None, trials, len(top), confidence)

    def ratio(index: NDArray[np.int64], axis: int) -> Floats:
        above, below = top[index].sum(axis=axis), bottom[index].sum(axis=axis)
        found: Floats = np.divide(above, below, out=np.full(np.shape(below), np.inf), where=below > 0)
        return found

    with np.errstate(invalid="ignore"):  # the standard error of ratios that can be infinite, which is not used
        limits = stats.bootstrap(
            (np.arange(len(top)),),
            ratio,
            n_resamples=4999,
            confidence_level=confidence,
            vectorized=True,
            rng=np.random.default_rng(0),
        ).confidence_interval
    if not (math.isfinite(limits.low) and math.isfinite(limits.high)):
        return Estimate(value, None, None, trials, len(top), confidence)
    return Estimate(value, float(limits.low), float(limits.high), trials, len(top), confidence)
