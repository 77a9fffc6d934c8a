"""Which notebook uses which dataset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from headwater.suites.discovery.records import Fault

Ints = npt.NDArray[np.integer]


@dataclass(frozen=True)
class Links:
    """A bipartite graph in columns: notebooks and datasets are numbers from 0.

    Attributes:
        notebook: Of each link; a pair of notebook and dataset is there once.
        dataset: Of each link.
        used: Of each link: how many files of the dataset the notebook reads; 1 where files are unknown.
        family: Of each notebook: forks of each other have the same one.
        names: Of each dataset.
        files: Of each dataset; None where they are unknown.
        sizes: Of each dataset, in bytes; null where unknown.
        kinds: Of each dataset, separated by commas; null where unknown.
        faults: What is left out.
    """

    notebook: Ints
    dataset: Ints
    used: Ints
    family: Ints
    names: pa.Array
    files: Ints | None
    sizes: pa.Array
    kinds: pa.Array
    faults: Sequence[Fault] = ()

    @property
    def items(self) -> Ints:
        """How many files each dataset has, or 1 where that is unknown."""
        return np.ones(len(self.names), np.int64) if self.files is None else self.files
