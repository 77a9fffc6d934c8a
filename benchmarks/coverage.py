"""The coverage of nominal 95 % intervals of a mean: three methods, 3 repeats of each task, as Markdown.

The percentile bootstrap resamples tasks, Student's t uses the means of tasks, and the last method is Headwater's.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from headwater.analysis import clustered_mean

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.analysis.simulate import REPEATS, World

SIMULATIONS, RESAMPLES = 4000, 1000
WORLDS = [
    *(World("solved", mean, correlation) for mean in (0.1, 0.3, 0.5, 0.9) for correlation in (0.3, 0.7)),
    *(
        World("score", mean, correlation)
        for mean, correlation in ((0.3, 0.3), (0.5, 0.3), (0.8, 0.6), (0.95, 0.1), (0.95, 0.6))
    ),
]

Limits = tuple[NDArray[np.float64], NDArray[np.float64]]


def _percentile(means: NDArray[np.float64]) -> Limits:
    tasks = means.shape[1]
    weights = np.random.default_rng(1).multinomial(tasks, np.full(tasks, 1 / tasks), RESAMPLES) / tasks
    low, high = np.quantile(means @ weights.T, [0.025, 0.975], axis=1)
    return low, high


def _student(means: NDArray[np.float64]) -> Limits:
    half = stats.t.ppf(0.975, means.shape[1] - 1) * stats.sem(means, axis=1)
    return means.mean(axis=1) - half, means.mean(axis=1) + half


def _wilson(means: NDArray[np.float64]) -> Limits:
    found = [clustered_mean(each * REPEATS, np.full(len(each), REPEATS)) for each in means]
    return np.array([each.low for each in found]), np.array([each.high for each in found])


def main() -> None:
    methods = {"percentile bootstrap": _percentile, "Student's t": _student, "Wilson, effective n": _wilson}
    print(f"| tasks | measure | true mean | {' | '.join(methods)} |\n{'| --- ' * (3 + len(methods))}|")
    for tasks in (20, 50, 200):
        for world in WORLDS:
            truth = world.truth()
            means = world.draw(np.random.default_rng(tasks), SIMULATIONS, tasks)
            cells = []
            for method in methods.values():
                low, high = method(means)
                cells.append(f"{100 * np.mean((low <= truth) & (truth <= high)):.1f}")
            print(f"| {tasks} | {world.kind}, alike {world.correlation} | {truth:.2f} | {' | '.join(cells)} |")
    print(f"\n{SIMULATIONS} simulations each; {RESAMPLES} resamples.")


if __name__ == "__main__":
    main()
