"""Defines the links between notebooks and the datasets that they use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from headwater.suites.discovery.records import FormatFault

Ints = npt.NDArray[np.integer]


@dataclass(frozen=True)
class Links:
    """A bipartite graph, stored as columns. Notebooks and datasets are integers from 0.

    Attributes:
        notebook: The notebook of each link. There is at most one link between a notebook and a dataset.
        dataset: The dataset of each link.
        used: The number of the dataset's files that the notebook reads, for each link; 1 if unknown.
        family: The family of each notebook. Notebooks that are forks of each other belong to the same family.
        names: The name of each dataset.
        files: The number of files in each dataset, or None if the counts are unknown.
        sizes: The size of each dataset in bytes. Null if unknown.
        kinds: The comma-separated file types of each dataset. Null if unknown.
        faults: A line about each skipped part.
    """

    notebook: Ints
    dataset: Ints
    used: Ints
    family: Ints
    names: pa.Array
    files: Ints | None
    sizes: pa.Array
    kinds: pa.Array
    faults: Sequence[FormatFault] = ()

    @property
    def items(self) -> Ints:
        """The number of files in each dataset, or 1 if unknown."""
        return np.ones(len(self.names), np.int64) if self.files is None else self.files
