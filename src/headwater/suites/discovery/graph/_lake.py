"""Derives the links in a lake from the code of its notebooks."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pyarrow as pa

from headwater.suites.discovery.graph._links import Links
from headwater.suites.discovery.lake import FileIndex, Lake, code_of, files_used, read_notebooks, readable
from headwater.suites.discovery.records import FormatFault
from headwater.suites.discovery.targets import derive_targets


def links_of_lake(lake: Lake) -> Links:
    """Determine which files each notebook of a lake uses, without running any code."""
    notebooks, faults = read_notebooks(lake.notebooks)
    index = FileIndex(lake.datasets)
    numbers = {dataset.name: number for number, dataset in enumerate(lake.datasets)}
    rows: list[tuple[int, int, int]] = []
    for number, notebook in enumerate(notebooks):
        use = files_used(derive_targets(code_of(notebook.cells)), index)
        counts = Counter(dataset for dataset, _ in use.files)
        rows += [(number, numbers[dataset], count) for dataset, count in sorted(counts.items())]
        if use.absent:
            faults.append(FormatFault(notebook.name, f"reads {', '.join(use.absent)}, which the lake does not have"))
        if use.problem:
            faults.append(FormatFault(notebook.name, use.problem))
    columns = np.array(rows, np.int64).reshape(-1, 3)
    return Links(
        notebook=columns[:, 0],
        dataset=columns[:, 1],
        used=columns[:, 2],
        family=np.arange(len(notebooks)),
        names=pa.array([readable(dataset.name) for dataset in lake.datasets], pa.string()),
        files=np.array([len(dataset.files) for dataset in lake.datasets], np.int64),
        sizes=pa.array([dataset.size for dataset in lake.datasets], pa.int64()),
        kinds=pa.array([readable(",".join(dataset.kinds)) for dataset in lake.datasets], pa.string()),
        faults=(*lake.faults, *faults),
    )
