"""Runs the program that an agent left, each time once for all checks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from headwater.grading import Graded, State, TracedRun
from headwater.records import FileReads
from headwater.sandbox import DATA
from headwater.suites.discovery.documents import is_document
from headwater.suites.discovery.grading._question import PROGRAM_SEC, ChangedData


@dataclass
class _Runs:
    """The runs for one graded state, by their data."""

    done: dict[str, TracedRun] = field(default_factory=dict)


_held: WeakKeyDictionary[Graded, _Runs] = WeakKeyDictionary()


def run_left(graded: Graded) -> TracedRun:
    """Run the agent's program on the data that the agent had."""

    def run() -> TracedRun:
        with graded.copy() as copy:
            return _traced(copy)

    return _once(graded, "left", run)


def run_reference(graded: Graded) -> TracedRun:
    """Run the reference program on the same data."""

    def run() -> TracedRun:
        with graded.reference_copy() as copy:
            return _traced(copy)

    return _once(graded, "reference", run)


def run_changed(graded: Graded, changed: ChangedData) -> TracedRun:
    """Run the agent's program on changed target files."""

    def run() -> TracedRun:
        data = graded.tooling.mounts[DATA]
        assert graded.config.data is not None
        home = data.parents[graded.config.data.count("/")]
        with graded.copy(shown={DATA: (home / changed.folder, data)}) as copy:
            return _traced(copy)

    return _once(graded, changed.folder, run)


def data_files(reads: FileReads) -> list[str]:
    """Return the data files that were opened, without documents."""
    return [read.path for read in reads.files if not is_document(read.path)]


def data_bytes(reads: FileReads) -> int:
    """Return the size of all data files that were opened, in bytes."""
    return sum(read.size_bytes for read in reads.files if not is_document(read.path))


def _traced(state: State) -> TracedRun:
    return state.run_traced(timeout_sec=PROGRAM_SEC)


def _once(graded: Graded, what: str, run: Callable[[], TracedRun]) -> TracedRun:
    runs = _held.setdefault(graded, _Runs()).done
    if what not in runs:
        runs[what] = run()
    return runs[what]
