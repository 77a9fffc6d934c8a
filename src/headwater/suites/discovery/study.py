"""What trials show of finding data: why answers are wrong, and whether accuracy goes with noise or volume.

These are the analyses of the article, with guards. A cause is taken from what was read, and is unknown where that is. A
correlation over few groups is not printed, and none is an effect: communities differ in more than their size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

LEAST_GROUPS = 5
"""Below this many groups no order of ranks is unlikely: with four, the smallest two-sided p is 0.08."""
_LEVEL = 0.95
_EXACT = 8
_RESAMPLES = 20_000


class Cause(StrEnum):
    """Why an answer is wrong, by what was read."""

    NO_ANSWER = "no answer of the form that was asked for"
    NOT_FOUND = "a target file was never opened"
    NOT_USED = "all target files were opened, and the program reads others instead"
    CODE = "the program reads every target file, and computes something else"
    UNKNOWN = "unknown: reads were not traced"


@dataclass(frozen=True)
class Attempt:
    """A trial of a question.

    Attributes:
        ea: Whether the answer is right.
        has_form: Whether it has the form that was asked for, and its program runs.
        used: Whether the program reads every target file; None if that is unknown.
        explored: Whether the agent opened every target file; None if that is unknown.
    """

    task: str
    community: str
    ea: bool
    has_form: bool
    used: bool | None
    explored: bool | None


@dataclass(frozen=True)
class Correlation:
    """Spearman's rank correlation of two measures of groups.

    Attributes:
        rho: From -1 to 1.
        low: Of the 95 % interval by Fisher's transformation with the variance of Bonett and Wright (2000).
        high: Of the same.
        p: Two-sided; of all orders of ranks for up to eight groups, and of random ones for more.
        groups: How many there are.
    """

    rho: float
    low: float
    high: float
    p: float
    groups: int


def attribute_errors(attempts: Iterable[Attempt]) -> Counter[Cause]:
    """Count the causes of wrong answers."""
    return Counter(_cause(each) for each in attempts if not each.ea)


def _cause(attempt: Attempt) -> Cause:
    if not attempt.has_form:
        return Cause.NO_ANSWER
    if attempt.used is None or attempt.explored is None:
        return Cause.UNKNOWN
    if attempt.used:
        return Cause.CODE
    return Cause.NOT_USED if attempt.explored else Cause.NOT_FOUND


def correlate(one: Mapping[str, float], other: Mapping[str, float]) -> Correlation | None:
    """Return the rank correlation of two measures over the groups that have both.

    Returns:
        None if there are fewer than five groups, or if a measure is the same for all.
    """
    import numpy as np
    from scipy import stats

    names = sorted(one.keys() & other.keys())
    left, right = (stats.rankdata([measure[name] for name in names]) for measure in (one, other))
    if len(names) < LEAST_GROUPS or np.ptp(left) == 0 or np.ptp(right) == 0:
        return None
    rho = float(np.corrcoef(left, right)[0, 1])
    orders = np.array(list(permutations(left))) if len(names) <= _EXACT else _random_orders(left)
    spread = np.sqrt(((left - left.mean()) ** 2).sum() * ((right - right.mean()) ** 2).sum())
    found = (orders - left.mean()) @ (right - right.mean()) / spread
    as_extreme = int((np.abs(found) >= abs(rho) - 1e-9).sum())
    # Random orders are a sample: the one that was seen counts as well, so that p is never 0.
    p = as_extreme / len(orders) if len(names) <= _EXACT else (as_extreme + 1) / (len(orders) + 1)
    # At |rho| = 1 the transformation is infinite, and the interval ends there.
    centre = np.arctanh(np.clip(rho, -0.999999, 0.999999))
    half = stats.norm.ppf((1 + _LEVEL) / 2) * np.sqrt((1 + rho**2 / 2) / (len(names) - 3))
    return Correlation(rho, float(np.tanh(centre - half)), float(np.tanh(centre + half)), p, len(names))


def _random_orders(ranks: np.ndarray) -> np.ndarray:
    import numpy as np

    return np.random.default_rng(0).permuted(np.tile(ranks, (_RESAMPLES, 1)), axis=1)
