"""Nominal 95 % intervals cover the truth in 93 to 97 % of simulated benchmarks, from 20 to 200 tasks x 3 repeats."""

from __future__ import annotations

import numpy as np
import pytest
from tests.analysis.simulate import REPEATS, World

from headwater.analysis import clustered_mean, mean_difference

SIMULATIONS = 2000
WORLDS = [
    *(World("solved", mean, correlation) for mean in (0.2, 0.5, 0.8) for correlation in (0.3, 0.7)),
    *(World("score", mean, correlation) for mean, correlation in ((0.5, 0.3), (0.8, 0.6), (0.9, 0.3))),
]


@pytest.mark.parametrize("tasks", [20, 60, 200])
@pytest.mark.parametrize("world", WORLDS, ids=str)
def test_the_interval_of_a_mean_covers(world: World, tasks: int) -> None:
    truth, covered = world.truth(), 0
    for means in world.draw(np.random.default_rng(tasks), SIMULATIONS, tasks):
        found = clustered_mean(means * REPEATS, np.full(tasks, REPEATS))
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= truth <= found.high
    assert 0.93 <= covered / SIMULATIONS <= 0.97


@pytest.mark.parametrize("tasks", [20, 200])
@pytest.mark.parametrize("world", WORLDS[1::3], ids=str)
def test_the_interval_of_a_paired_difference_covers(world: World, tasks: int) -> None:
    rng = np.random.default_rng(tasks)
    covered = 0
    for before, after in zip(world.draw(rng, SIMULATIONS, tasks), world.draw(rng, SIMULATIONS, tasks), strict=True):
        found = mean_difference(after - before, tasks * 2 * REPEATS)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 0 <= found.high
    assert 0.93 <= covered / SIMULATIONS <= 0.97
