"""Runs the agent's program. All checks share one run per data set."""

from __future__ import annotations

from collections.abc import Callable

from headwater.grading import Completed, Graded, Shown, TracedRun
from headwater.records import FileReads
from headwater.sandbox import DATA
from headwater.suites.discovery.documents import is_document
from headwater.suites.discovery.grading._question import ChangedData

Accept = Callable[[Completed], bool]


def run_left(graded: Graded, accept: Accept = lambda _: True) -> TracedRun:
    """Run the agent's program on the data that the agent saw. See `Graded.run_on` for ``accept``."""
    return graded.run_on(accept=accept)


def run_changed(graded: Graded, changed: ChangedData, accept: Accept) -> TracedRun:
    """Run the agent's program on changed target files. See `Graded.run_on` for ``accept``."""
    return graded.run_on(shown_changed(graded, changed), accept=accept)


def shown_changed(graded: Graded, changed: ChangedData) -> Shown:
    """Return the mounts that give a program the data with changed target files."""
    data = graded.tooling.mounts[DATA]
    assert graded.config.data is not None
    # The mounted folder is config.data below the cache, so this is the cache itself.
    home = data.parents[graded.config.data.count("/")]
    return {DATA: (home / changed.folder, data)}


def run_reference(graded: Graded) -> Completed:
    """Run the reference program on the data that the agent saw."""
    with graded.reference_copy() as copy:
        return copy.run()


def data_files(reads: FileReads) -> list[str]:
    """Return the data files that were opened, excluding documents."""
    return [read.path for read in reads.files if not is_document(read.path)]


def data_bytes(reads: FileReads) -> int:
    """Return the size of all data files that were opened, in bytes."""
    return sum(read.size_bytes for read in reads.files if not is_document(read.path))
