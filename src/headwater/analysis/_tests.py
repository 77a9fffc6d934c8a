"""Implements two-sided hypothesis tests, using SciPy and statsmodels wherever they provide the test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

PERMUTATIONS = 9999
EXACT_FLIPS = 13
"""The maximum number of differences with which there are fewer sign flips than permutations."""


@dataclass(frozen=True)
class Significance:
    """The result of a test: the statistic, the p-value, and the number of values."""

    name: str
    statistic: float
    p: float
    n: int


def mann_whitney(first: ArrayLike, second: ArrayLike) -> Significance:
    """Test whether one of two independent samples tends to be greater.

    The normal approximation is used with a correction for ties and without a continuity correction, so that the result
    equals that of Kruskal-Wallis for two groups and of van Elteren for one stratum.

    Raises:
        ValueError: A sample is empty.
    """
    a, b = _sample(first), _sample(second)
    found = stats.mannwhitneyu(a, b, method="asymptotic", use_continuity=False)
    return Significance("Mann-Whitney U", float(found.statistic), _p(found.pvalue), len(a) + len(b))


def kruskal_wallis(samples: Sequence[ArrayLike]) -> Significance:
    """Test whether any of several independent samples tends to be greater, with a correction for ties.

    Raises:
        ValueError: There are fewer than two samples, or a sample is empty.
    """
    groups = [_sample(sample) for sample in samples]
    if len(groups) < 2:
        raise ValueError("a comparison needs at least two samples")
    n = sum(map(len, groups))
    # If all values are equal, the correction for ties would divide by 0.
    if np.ptp(np.concatenate(groups)) == 0:
        return Significance("Kruskal-Wallis H", 0.0, 1.0, n)
    found = stats.kruskal(*groups)
    return Significance("Kruskal-Wallis H", float(found.statistic), _p(found.pvalue), n)


def van_elteren(values: ArrayLike, in_second: ArrayLike, strata: ArrayLike) -> Significance:
    """Test whether one of two samples tends to be greater, comparing only within strata, such as agents or tasks.

    The statistic adds the rank sums of the strata, each weighted by ``1 / (N + 1)``, with a correction for ties. Strata
    that contain values from only one sample are ignored. P. H. van Elteren, "On the combination of independent
    two-sample tests of Wilcoxon" (1960); E. L. Lehmann, "Nonparametrics", section 3.3. Neither SciPy nor statsmodels
    has this test.

    Raises:
        ValueError: No stratum has both samples.
    """
    value, second, stratum = np.asarray(values, float), np.asarray(in_second, bool), np.asarray(strata)
    excess = variance = 0.0
    used = 0
    for each in np.unique(stratum):
        in_stratum = stratum == each
        n, m = int(in_stratum.sum()), int((in_stratum & second).sum())
        if m in (0, n):
            continue
        ranks = stats.rankdata(value[in_stratum])
        excess += (ranks[second[in_stratum]].sum() - m * (n + 1) / 2) / (n + 1)
        # This is the variance of a rank sum drawn without replacement. Using the ranks themselves corrects for ties.
        variance += m * (n - m) / (n * (n - 1)) * float(((ranks - (n + 1) / 2) ** 2).sum()) / (n + 1) ** 2
        used += n
    if used == 0:
        raise ValueError("no stratum has values of both samples")
    z = float(excess) / math.sqrt(variance) if variance > 0 else 0.0
    return Significance("van Elteren z", z, float(2 * stats.norm.sf(abs(z))), used)


def blocked_permutation(
    values: ArrayLike, groups: ArrayLike, blocks: ArrayLike, permutations: int = PERMUTATIONS
) -> Significance:
    """Test whether groups, such as agents, differ within blocks, such as tasks.

    The statistic is the sum over groups of ``n (mean of the values less their block's mean)^2``. The labels are
    shuffled within each block, as if groups had been assigned at random on the same tasks, and
    ``p = (1 + number of results at least as great) / (1 + permutations)`` (B. Phipson, G. K. Smyth, 2010). The
    shuffles, and therefore p, are deterministic.

    Raises:
        ValueError: No block has two groups.
    """
    value = np.asarray(values, float)
    label = np.unique(np.asarray(groups), return_inverse=True)[1]
    block = np.unique(np.asarray(blocks), return_inverse=True)[1]
    if not any(len(np.unique(label[block == each])) > 1 for each in np.unique(block)):
        raise ValueError("no block has two groups: there is nothing to compare within one")
    centred = value - (np.bincount(block, value) / np.bincount(block))[block]
    observed = _spread(label[None, :], centred)[0]
    order = np.argsort(block, kind="stable")
    drawn = np.random.default_rng(0)
    reached = done = 0
    while done < permutations:
        # A chunk of 2,000,000 random numbers takes 16 MB of memory.
        many = min(permutations - done, max(1, 2_000_000 // len(value)))
        # Sorting by the block plus a random number permutes the labels within each block.
        keys = block[None, :] + drawn.random((many, len(value)))
        shuffled = np.empty((many, len(value)), label.dtype)
        np.put_along_axis(shuffled, np.argsort(keys, axis=1), np.tile(label[order], (many, 1)), axis=1)
        # Statistics that differ only by rounding errors must count as equal.
        reached += int((_spread(shuffled, centred) >= observed * (1 - 1e-12)).sum())
        done += many
    return Significance("blocked permutation", float(observed), (1 + reached) / (1 + permutations), len(value))


def _spread(labels: NDArray[np.intp], centred: NDArray[np.float64]) -> NDArray[np.float64]:
    total = np.zeros(len(labels))
    for group in range(int(labels.max()) + 1):
        member = labels == group
        total += (member @ centred) ** 2 / np.maximum(member.sum(axis=1), 1)
    return total


def mcnemar(gained: int, lost: int) -> Significance:
    """Test whether more tasks were gained than lost. The test is exact, so it is valid for few tasks.

    Args:
        gained: The number of tasks that only the second side solves.
        lost: The number of tasks that only the first side solves.
    """
    from statsmodels.stats.contingency_tables import mcnemar as exact

    found = exact([[0, gained], [lost, 0]], exact=True)
    return Significance("McNemar, exact", float(found.statistic), _p(found.pvalue), gained + lost)


def fisher_exact(first: int, first_of: int, second: int, second_of: int) -> Significance:
    """Test whether two proportions differ, given all margins. The test is exact, so it is valid for small samples.

    If a of m members of the first sample and c of n members of the second have the property, then
    ``P(a) = C(m, a) C(n, c) / C(m + n, a + c)``, and p is the sum over all tables with these margins that are not more
    probable. R. A. Fisher, "The logic of inductive inference" (1935). The statistic is the difference between the
    proportions.

    Args:
        first: The number of members of the first sample that have the property.
        first_of: The size of the first sample.
        second: The number of members of the second sample that have the property.
        second_of: The size of the second sample.

    Raises:
        ValueError: A sample is empty, or has more members with the property than members.
    """
    if not (0 <= first <= first_of and 0 <= second <= second_of and first_of and second_of):
        raise ValueError(f"{first} of {first_of} and {second} of {second_of} are not two shares")
    # Rounding can make the sum of the probabilities exceed 1.
    found = stats.fisher_exact([[first, first_of - first], [second, second_of - second]])
    return Significance(
        "Fisher, exact", first / first_of - second / second_of, min(float(found.pvalue), 1.0), first_of + second_of
    )


def sign_flip(differences: ArrayLike) -> Significance:
    """Test whether paired differences are centred at zero, by flipping their signs.

    The test is exact for up to 13 differences.
    """
    each = _sample(differences)
    # SciPy tries every flip, and is therefore exact, if there are fewer flips than resamples.
    found = stats.permutation_test(
        (each,),
        lambda sample, axis: np.mean(sample, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=PERMUTATIONS,
        rng=np.random.default_rng(0),
    )
    return Significance("sign flips of paired differences", float(found.statistic), _p(found.pvalue), len(each))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjust the p-values of a family of tests, so that the family-wise error rate at 0.05 is 5 %.

    S. Holm, "A simple sequentially rejective multiple test procedure" (1979).
    """
    from statsmodels.stats.multitest import multipletests

    return [float(p) for p in multipletests(p_values, method="holm")[1]] if len(p_values) else []


def _sample(values: ArrayLike) -> NDArray[np.float64]:
    sample = np.asarray(values, float)
    if len(sample) == 0:
        raise ValueError("a sample is empty")
    return sample


def _p(p: float) -> float:
    """Return the p-value, or 1 for NaN, which means that all values are tied. This is no evidence of a difference."""
    return 1.0 if math.isnan(p) else float(p)
