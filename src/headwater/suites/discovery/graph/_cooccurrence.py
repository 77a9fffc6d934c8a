"""Counts how many notebooks use two datasets together."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy import sparse

from headwater.suites.discovery.graph._links import Ints, Links

MOST_DATASETS = 500
"""Notebooks with more datasets are ignored: they do not indicate what belongs together, and have too many pairs."""


def cooccurrence(links: Links) -> sparse.csr_array:
    """Return an upper triangular matrix with the number of notebooks that use two datasets together.

    Notebooks that are forks of each other count once for each pair, however many of them use it.
    """
    per_notebook = np.bincount(links.notebook, minlength=len(links.family))
    per_family = np.bincount(links.family[per_notebook > 0], minlength=int(links.family.max(initial=-1)) + 1)
    counts = (per_notebook > 1) & (per_notebook <= MOST_DATASETS)
    is_alone = per_family[links.family] == 1
    alone = _product(links, (counts & is_alone)[links.notebook])
    shared = _pairs_of_families(links, (counts & ~is_alone)[links.notebook])
    return (alone + shared).tocsr()


def _product(links: Links, chosen: npt.NDArray[np.bool_]) -> sparse.csr_array:
    """Multiply the incidence matrix of the notebooks without forks by its transpose."""
    dataset = links.dataset[chosen]
    _, row = np.unique(links.notebook[chosen], return_inverse=True)
    shape = (int(row.max(initial=-1)) + 1, len(links.names))
    places = (row.astype(np.int32), dataset.astype(np.int32))  # int32 takes half as much memory as the default type
    incidence = sparse.csr_array((np.ones(len(row), np.int32), places), shape=shape)
    return sparse.triu(incidence.T @ incidence, 1, format="csr")


def _pairs_of_families(links: Links, chosen: npt.NDArray[np.bool_]) -> sparse.csr_array:
    """Return the weights contributed by notebooks that have forks. Each pair counts once per family."""
    many = len(links.names)
    order = np.lexsort((links.dataset[chosen], links.notebook[chosen]))
    notebook, dataset = links.notebook[chosen][order], links.dataset[chosen][order].astype(np.int64)
    starts = np.flatnonzero(np.diff(notebook, prepend=-1))
    sizes = np.diff(np.append(starts, len(notebook)))
    pairs, families = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for size in np.unique(sizes):
        rows = starts[sizes == size]
        first, second = np.triu_indices(size, 1)
        members = dataset[rows[:, None] + np.arange(size)]
        pairs.append((members[:, first] * many + members[:, second]).ravel())
        families.append(np.repeat(links.family[notebook[rows]], len(first)))
    pair = _once_each(np.concatenate(families), np.concatenate(pairs))
    places = ((pair // many).astype(np.int32), (pair % many).astype(np.int32))
    return sparse.coo_array((np.ones(len(pair), np.int32), places), shape=(many, many)).tocsr()


def _once_each(family: Ints, pair: Ints) -> Ints:
    """Return the pairs without duplicates within a family."""
    order = np.lexsort((pair, family))
    family, pair = family[order], pair[order]
    is_new = np.ones(len(pair), np.bool_)
    is_new[1:] = (np.diff(family) != 0) | (np.diff(pair) != 0)
    return pair[is_new]
