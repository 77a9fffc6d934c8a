"""Finds communities with the Leiden algorithm."""

from __future__ import annotations

import random

import igraph
import numpy as np
from scipy import sparse

from headwater.suites.discovery.graph._links import Ints

RESOLUTION = 1.0
"""The resolution parameter, gamma in the article."""
SEED = 20260706


def partition(weights: sparse.csr_array) -> Ints:
    """Return the community of each dataset, found by maximizing modularity.

    Communities are numbered from 0 by descending number of datasets, then by their first dataset. A dataset that no
    notebook uses together with another forms a community of its own.
    """
    nodes = np.flatnonzero(np.diff(weights.indptr) + np.bincount(weights.indices, minlength=weights.shape[0]))
    community = np.arange(weights.shape[0]) + len(nodes)
    if len(nodes):
        community[nodes] = _leiden(_graph(weights, nodes), weights.data)
    return _numbered(community)


def _graph(weights: sparse.csr_array, nodes: Ints) -> igraph.Graph:
    """Return the graph of datasets that are used together, with edges in the same order as the weights."""
    number = np.zeros(weights.shape[0], np.int64)
    number[nodes] = np.arange(len(nodes))
    start = np.repeat(number, np.diff(weights.indptr))
    return igraph.Graph(n=len(nodes), edges=np.column_stack([start, number[weights.indices]]))


def _leiden(graph: igraph.Graph, weights: Ints) -> list[int]:
    igraph.set_random_number_generator(random.Random(SEED))  # noqa: S311 - a fixed seed is the purpose
    try:
        found = graph.community_leiden(objective_function="modularity", weights=weights.tolist(), resolution=RESOLUTION)
    finally:
        igraph.set_random_number_generator(random)
    membership: list[int] = found.membership
    return membership


def _numbered(community: Ints) -> Ints:
    _, first, inverse, sizes = np.unique(community, return_index=True, return_inverse=True, return_counts=True)
    order = np.lexsort((first, -sizes))
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.arange(len(order))
    return numbers[inverse]
