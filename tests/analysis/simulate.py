"""Simulated trials of agents with a known true score, for measuring the coverage of intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

REPEATS = 3
Values = NDArray[np.float64]


@dataclass(frozen=True)
class World:
    """The distribution of tasks: the mean probability, and the correlation of repeats of one task."""

    kind: str
    """``solved``: a task is solved or not. ``score``: five gates in turn, and a part of the one that fails."""
    mean: float
    correlation: float

    def draw(self, rng: np.random.Generator, simulations: int, tasks: int) -> Values:
        """Return the mean of each task over its repeats, with one row per simulation."""
        strength = (1 - self.correlation) / self.correlation
        chance = rng.beta(self.mean * strength, (1 - self.mean) * strength, (simulations, tasks))
        if self.kind == "solved":
            return rng.binomial(REPEATS, chance) / REPEATS
        each = np.repeat(np.minimum(chance, 1 - 1e-9)[..., None], REPEATS, axis=2)
        gates = np.minimum(rng.geometric(1 - each) - 1, 5)
        part = 0.9 * rng.random(each.shape)
        scores: Values = np.where(gates == 5, 1.0, (gates + part) / 5).mean(axis=2)
        return scores

    def truth(self) -> float:
        """Return the true mean over all possible tasks."""
        return self.mean if self.kind == "solved" else float(self.draw(np.random.default_rng(9), 2000, 1000).mean())
