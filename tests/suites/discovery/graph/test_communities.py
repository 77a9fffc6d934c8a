"""The partition, and the table of communities."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.suites.discovery.graph.test_cooccurrence import links

from headwater.suites.discovery.graph import cooccurrence, find_communities, partition
from headwater.suites.discovery.graph._communities import signal_to_noise

PORT, CITY, ALONE = {0, 2, 4, 6}, {1, 3, 5}, {7}
USES = [{0, 2}, {2, 4}, {4, 6}, {0, 6}, {1, 3}, {3, 5}, {1, 5}, {0, 1}, {7}]


def test_datasets_that_are_used_together_are_a_community() -> None:
    found = partition(cooccurrence(links(USES, list(range(len(USES))), 8)))
    assert [sorted(np.flatnonzero(found == number)) for number in range(3)] == [sorted(PORT), sorted(CITY), [7]]


def test_the_partition_does_not_depend_on_the_random_state() -> None:
    chance = random.Random(1)
    uses = [set(chance.sample(range(60), 3)) for _ in range(150)]
    weights = cooccurrence(links(uses, list(range(150)), 60))
    first = partition(weights)
    random.seed(7)
    drawn = random.random()
    random.seed(7)
    assert (partition(weights) == first).all()
    assert random.random() == drawn  # the partition did not use the program's own generator


def test_the_table_has_a_row_for_each_dataset() -> None:
    found = find_communities(links(USES, list(range(len(USES))), 8))
    table = found.table.to_pydict()
    assert table["dataset"] == ["d0", "d2", "d4", "d6", "d1", "d3", "d5", "d7"]
    assert table["community"] == [0] * 4 + [1] * 3 + [2]
    assert table["notebooks"] == [3, 2, 2, 2, 3, 2, 2, 1]
    assert table["community_datasets"] == [4] * 4 + [3] * 3 + [1]
    assert (found.count, found.connected, found.pairs) == (3, 2, 8)
    assert table["signal_to_noise"][-1] is None


def test_signal_to_noise_is_read_files_over_unread_files() -> None:
    graph = links([{0, 1}, {0}, {2}], [0, 1, 2], 3)
    object.__setattr__(graph, "files", np.array([10, 30, 5]))
    object.__setattr__(graph, "used", np.array([1, 3, 2, 5]))
    found = signal_to_noise(graph, np.array([0, 0, 1]))
    assert found[0] == pytest.approx((4 / 36 + 2 / 38) / 2)
    assert np.isnan(found[1])


def test_forks_count_as_one_notebook_in_signal_to_noise() -> None:
    graph = links([{0}, {0}, {0, 1}], [0, 0, 1], 3)
    assert signal_to_noise(graph, np.zeros(3, np.int64))[0] == pytest.approx((0.5 + 2.0) / 2)
