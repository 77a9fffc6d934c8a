"""Weights of pairs, compared with a plain count."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pyarrow as pa
import pytest

from headwater.suites.discovery.graph import Links, cooccurrence
from headwater.suites.discovery.graph._cooccurrence import MOST_DATASETS


def links(uses: list[set[int]], families: list[int], datasets: int) -> Links:
    pairs = [(number, each) for number, used in enumerate(uses) for each in sorted(used)]
    columns = np.array(pairs, np.int32).reshape(-1, 2)
    return Links(
        notebook=columns[:, 0],
        dataset=columns[:, 1],
        used=np.ones(len(pairs), np.int32),
        family=np.array(families, np.int64),
        names=pa.array([f"d{number}" for number in range(datasets)]),
        files=None,
        sizes=pa.nulls(datasets, pa.int64()),
        kinds=pa.nulls(datasets, pa.string()),
    )


@pytest.mark.parametrize("seed", range(5))
def test_weights_count_families_of_notebooks_that_use_both(seed: int) -> None:
    chance = random.Random(seed)
    uses = [set(chance.sample(range(20), chance.randint(0, 5))) for _ in range(200)]
    families = [chance.randrange(120) for _ in uses]
    plain = Counter(
        {(family, pair) for family, used in zip(families, uses, strict=True) for pair in combinations(sorted(used), 2)}
    )
    counts = Counter(pair for _, pair in plain)
    found = cooccurrence(links(uses, families, 20)).tocoo()
    assert {(int(a), int(b)): int(n) for a, b, n in zip(found.row, found.col, found.data, strict=True)} == counts


def test_a_graph_without_notebooks_has_no_pairs() -> None:
    assert cooccurrence(links([], [], 3)).nnz == 0
    assert cooccurrence(links([], [], 0)).nnz == 0


def test_a_notebook_of_too_many_datasets_does_not_count() -> None:
    many = set(range(MOST_DATASETS + 1))
    assert cooccurrence(links([many, {0, 1}], [0, 1], len(many))).nnz == 1
