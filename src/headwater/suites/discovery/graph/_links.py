"""Defines which notebook uses which dataset."""

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
    """A bipartite graph in columns: notebooks and datasets are numbers from 0.

    Attributes:
        notebook: The notebook of each link; there is one link for a pair of notebook and dataset.
        dataset: The dataset of each link.
        used: The number of files of the dataset that the notebook reads, for each link; 1 where files are unknown.
        family: The family of each notebook, which is the same for forks of each other.
        names: The name of each dataset.
        files: The number of files of each dataset; None if the numbers are unknown.
        sizes: The size of each dataset in bytes; null if it is unknown.
        kinds: The kinds of files of each dataset, separated by commas; null if they are unknown.
        faults: A line about each part that is left out.
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
        """The number of files of each dataset, or 1 if it is unknown."""
        return np.ones(len(self.names), np.int64) if self.files is None else self.files
