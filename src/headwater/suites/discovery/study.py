"""Analyses trials with regard to data discovery: why answers are wrong, and how accuracy depends on noise and volume.

The analyses follow the article, with additional safeguards. The cause of an error is derived from the files that were
read. If these are unknown, so is the cause. A correlation over few groups is not reported, and no correlation is
presented as an effect, because communities differ in more than their size.
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
"""The minimum number of groups. With four, the smallest possible two-sided p is 0.08."""
_LEVEL = 0.95
_EXACT = 8
_RESAMPLES = 20_000


class ErrorCause(StrEnum):
    """The cause of a wrong answer, derived from the files that were read."""

    NO_ANSWER = "no answer of the requested form"
    NOT_FOUND = "a target file was never opened"
    NOT_USED = "all target files were opened, and the program reads others instead"
    CODE = "the program reads every target file, and computes something else"
    UNKNOWN = "unknown: reads were not traced"


@dataclass(frozen=True)
class StudiedTrial:
    """A trial of a question.

    Attributes:
        ea: Whether the answer is right (execution accuracy).
        has_form: Whether the answer has the requested form and its program runs.
        used: Whether the program reads every target file. None if unknown.
        explored: Whether the agent opened every target file. None if unknown.
    """

    task: str
    community: str
    ea: bool
    has_form: bool
    used: bool | None
    explored: bool | None


@dataclass(frozen=True)
class Correlation:
    """Spearman's rank correlation of two measures over groups.

    Attributes:
        rho: The coefficient, from -1 to 1.
        low: The lower bound of the 95 % interval, by Fisher's transformation with Bonett and Wright's variance (2000).
        high: The upper bound of that interval.
        p: The two-sided p-value, over all permutations of ranks for up to eight groups, and over random permutations
            for more.
        groups: The number of groups.
    """

    rho: float
    low: float
    high: float
    p: float
    groups: int


def attribute_errors(attempts: Iterable[StudiedTrial]) -> Counter[ErrorCause]:
    """Count the causes of wrong answers."""
    return Counter(_cause(each) for each in attempts if not each.ea)


def _cause(attempt: StudiedTrial) -> ErrorCause:
    if not attempt.has_form:
        return ErrorCause.NO_ANSWER
    if attempt.used is None or attempt.explored is None:
        return ErrorCause.UNKNOWN
    if attempt.used:
        return ErrorCause.CODE
    return ErrorCause.NOT_USED if attempt.explored else ErrorCause.NOT_FOUND


def correlate(one: Mapping[str, float], other: Mapping[str, float]) -> Correlation | None:
    """Return the rank correlation of two measures over the groups that have both.

    Returns:
        The correlation, or None if there are fewer than five groups or a measure is constant.
    """
    import numpy as np
    from scipy import stats

    names = sorted(one.keys() & other.keys())
    first, second = (stats.rankdata([measure[name] for name in names]) for measure in (one, other))
    if len(names) < LEAST_GROUPS or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    rho = float(np.corrcoef(first, second)[0, 1])
    orders = np.array(list(permutations(first))) if len(names) <= _EXACT else _random_orders(first)
    spread = np.sqrt(((first - first.mean()) ** 2).sum() * ((second - second.mean()) ** 2).sum())
    found = (orders - first.mean()) @ (second - second.mean()) / spread
    as_extreme = int((np.abs(found) >= abs(rho) - 1e-9).sum())
    # Random permutations are a sample, so the observed order is counted as well to keep p above 0.
    p = as_extreme / len(orders) if len(names) <= _EXACT else (as_extreme + 1) / (len(orders) + 1)
    # At |rho| = 1, the transformation is infinite, so the interval ends at rho.
    centre = np.arctanh(np.clip(rho, -0.999999, 0.999999))
    half = stats.norm.ppf((1 + _LEVEL) / 2) * np.sqrt((1 + rho**2 / 2) / (len(names) - 3))
    return Correlation(rho, float(np.tanh(centre - half)), float(np.tanh(centre + half)), p, len(names))


def _random_orders(ranks: np.ndarray) -> np.ndarray:
    import numpy as np

    return np.random.default_rng(0).permuted(np.tile(ranks, (_RESAMPLES, 1)), axis=1)
