"""Finds the anchors in a lake, notebook by notebook, and caches the results."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from headwater.errors import access_error
from headwater.suites.discovery import lake as lakes
from headwater.suites.discovery import targets
from headwater.suites.discovery.anchors._find import AnchorFinder, Times
from headwater.suites.discovery.anchors._records import Anchor, NotebookAnchors, Reason
from headwater.suites.discovery.anchors._room import Room
from headwater.suites.discovery.lake import DATASETS, FileIndex, Lake, Notebook, Use, read_notebooks
from headwater.suites.discovery.records import FormatFault
from headwater.trials import write_atomically

_HASHED = 1 << 30
"""The maximum size in bytes of files hashed by content. Larger ones are identified by size and modification time."""


@dataclass(frozen=True)
class LakeAnchors:
    """The anchors in a lake.

    Attributes:
        anchors: The anchors in notebook order. A number computed from the same files is listed once.
        numbers: How many numbers the notebooks show.
        dropped: How many of these numbers are not anchors, keyed by reason.
        faults: Notebooks and files that could not be read, and notebooks that stopped before their last cell.
    """

    anchors: tuple[Anchor, ...]
    numbers: int
    dropped: Counter[Reason]
    faults: tuple[FormatFault, ...]


def find_anchors(lake: Lake, room: Room, cache: Path, notify: Callable[[str], None], times: Times) -> LakeAnchors:
    """Find the anchors in all notebooks of a lake.

    Args:
        lake: The lake, which is not modified.
        room: Runs the notebooks' code.
        cache: A folder for the results of each notebook.
        notify: Called with a message for each notebook that runs.
        times: The time limits.

    Raises:
        CancelledError: The build was interrupted. The next one resumes from the cached results.
    """
    notebooks, faults = read_notebooks(lake.notebooks)
    finder = AnchorFinder(lake, FileIndex(lake.datasets), room, times)
    # The process may be allowed fewer processors than the machine has.
    with ThreadPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        every = list(pool.map(lambda notebook: _found(finder, notebook, cache, notify), notebooks))
    faults += [FormatFault(each.notebook, each.problem) for each in every if each.problem]
    dropped = Counter[Reason]()
    for each in every:
        dropped.update(each.dropped)
    anchors = list(_distinct(every))
    dropped.update([Reason.DUPLICATE] * (sum(len(each.anchors) for each in every) - len(anchors)))
    return LakeAnchors(tuple(anchors), sum(each.numbers for each in every), dropped, (*lake.faults, *faults))


def write_anchors(anchors: LakeAnchors, path: Path) -> None:
    """Write anchors as JSON Lines.

    Raises:
        UserError: The file cannot be written.
    """
    try:
        write_atomically(path, "".join(f"{anchor.model_dump_json()}\n" for anchor in anchors.anchors))
    except OSError as error:
        raise access_error(error, path) from None


def _found(finder: AnchorFinder, notebook: Notebook, cache: Path, notify: Callable[[str], None]) -> NotebookAnchors:
    kept = cache / f"{_digest(finder, notebook)[:32]}.json"
    if kept.is_file():
        try:
            return NotebookAnchors.model_validate_json(kept.read_bytes())
        except ValidationError:
            kept.unlink()  # the file was written by a different version of the code
    notify(f"running notebook {notebook.name}")
    found = finder.find(notebook)
    write_atomically(kept, found.model_dump_json(indent=1))
    return found


def _distinct(every: list[NotebookAnchors]) -> Iterator[Anchor]:
    seen = set()
    for anchor in (anchor for each in every for anchor in each.anchors):
        # Notebooks can compute the same number in a different order of operations.
        key = (f"{anchor.value:.9g}", anchor.files)
        if key not in seen:
            seen.add(key)
            yield anchor


def _digest(finder: AnchorFinder, notebook: Notebook) -> str:
    """Return a digest of all inputs that determine a notebook's anchors."""
    use = finder.use(notebook)
    content = {
        "code": _code_digest(),
        "toolchain": finder.room.digest,
        "memory": finder.room.memory_mb,
        # Limits decide which cells and slices finish.
        "times": repr(finder.times),
        "notebook": repr(notebook),
        "data": list(_data(finder.lake, use)),
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _code_digest() -> str:
    digest = hashlib.sha256()
    for package in (Path(__file__).parent, *(Path(inspect.getfile(each)).parent for each in (lakes, targets))):
        for path in sorted(package.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _data(lake: Lake, use: Use) -> Iterator[str]:
    """Yield the identity of each file in the datasets that a notebook uses."""
    datasets = {dataset.name: dataset for dataset in lake.datasets}
    read = set(use.files)
    for name in use.datasets:
        for file in datasets[name].files:
            path = lake.folder / DATASETS / name / file.path
            # A notebook can list a folder, so the names of all files matter. Content matters only for files that the
            # notebook reads.
            yield repr((name, file.path, file.size))
            if (name, file.path) in read:
                yield _content(path, file.size)


def _content(path: Path, size: int) -> str:
    try:
        if size > _HASHED:
            return str(path.stat().st_mtime_ns)
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        # The notebook then fails to read the file too, and the result is valid until the file can be read.
        return f"cannot be read: {error.strerror}"
