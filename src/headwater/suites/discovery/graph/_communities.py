"""Builds the table of communities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from headwater.suites.discovery.graph._cooccurrence import cooccurrence
from headwater.suites.discovery.graph._leiden import partition
from headwater.suites.discovery.graph._links import Ints, Links


@dataclass(frozen=True)
class CommunityPartition:
    """The partition of a graph.

    Attributes:
        table: One row per dataset, sorted by community and name.
        count: The number of communities.
        connected: The number of communities with two or more datasets.
        pairs: The number of dataset pairs that are used together.
    """

    table: pa.Table
    count: int
    connected: int
    pairs: int


def find_communities(links: Links) -> CommunityPartition:
    """Count which datasets are used together, and partition them."""
    weights = cooccurrence(links)
    community = partition(weights)
    sizes = np.bincount(community)
    order = np.argsort(community, kind="stable")
    columns = {
        "community": pa.array(community, pa.int32()),
        "dataset": links.names,
        "notebooks": pa.array(_families(links), pa.int64()),
        "files": pa.nulls(len(community), pa.int64()) if links.files is None else pa.array(links.files, pa.int64()),
        "bytes": links.sizes,
        "kinds": links.kinds,
        "community_datasets": pa.array(sizes[community], pa.int64()),
        "community_files": _sums(community, None if links.files is None else pa.array(links.files)),
        "community_bytes": _sums(community, links.sizes),
        "signal_to_noise": pa.array(signal_to_noise(links, community)[community], pa.float64(), from_pandas=True),
    }
    table = pa.table(columns).take(pa.array(order))
    return CommunityPartition(table, len(sizes), int((sizes > 1).sum()), weights.nnz)


def signal_to_noise(links: Links, community: Ints) -> npt.NDArray[np.float64]:
    """Return the signal-to-noise ratio of each community, or NaN if no notebook uses only a part of the community.

    A notebook's ratio is the number of files in the community that it reads divided by the number that it does not
    read. If its files are unknown, datasets are counted instead. A community's ratio is the mean over its notebooks.
    Notebooks that are forks of each other have the weight of a single notebook. A notebook that reads every file of a
    community has no noise and is excluded.
    """
    many = int(community.max(initial=-1)) + 1
    place = links.notebook.astype(np.int64) * many + community[links.dataset]
    both, inverse = np.unique(place, return_inverse=True)
    signal = np.bincount(inverse, links.used)
    notebook, where = both // max(many, 1), both % max(many, 1)
    noise = np.bincount(community, links.items, many)[where] - signal
    counts = noise > 0
    weights = 1 / np.bincount(links.family)[links.family[notebook]]
    total = np.bincount(where[counts], (weights * signal / np.where(counts, noise, 1))[counts], many)
    share = np.bincount(where[counts], weights[counts], many)
    ratio = np.full(many, np.nan)
    np.divide(total, share, out=ratio, where=share > 0)
    return ratio


def _families(links: Links) -> Ints:
    """Return the number of notebooks that use each dataset. Notebooks that are forks of each other count once."""
    pairs = np.sort(links.family[links.notebook].astype(np.int64) * len(links.names) + links.dataset)
    # Most pairs occur once. Then sorting is many times faster than the hash table of ``np.unique``.
    is_new = np.diff(pairs, prepend=-1) > 0
    return np.bincount(pairs[is_new] % max(len(links.names), 1), minlength=len(links.names))


def _sums(community: Ints, values: pa.Array | None) -> pa.Array:
    """Return the sum over each dataset's community, or null if no value is known."""
    if values is None or not len(community) or values.null_count == len(values):
        return pa.nulls(len(community), pa.int64())
    known = np.asarray(values.fill_null(0), np.int64)
    sums = np.zeros(int(community.max()) + 1, np.int64)
    np.add.at(sums, community, known)
    return pa.array(sums[community], pa.int64())
