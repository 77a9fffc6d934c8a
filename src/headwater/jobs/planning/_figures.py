"""Summarizes a figure over several simulated runs."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class MedianRange:
    """The median of simulated runs, with the minimum and the maximum.

    Of n + 1 exchangeable runs, the last lies between the minimum and the maximum of the others with a probability of
    (n - 1) / (n + 1): 82 % for 10 runs.
    """

    median: float
    low: float
    high: float
    runs: int

    @classmethod
    def of(cls, values: Sequence[float]) -> MedianRange:
        """Return the summary of these values."""
        return cls(statistics.median(values), min(values), max(values), len(values))
