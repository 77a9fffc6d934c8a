"""Searches a starting state for anything that reveals the solution, in every byte that a trial can read."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.grading import LayeredState, Tooling
from headwater.leaks._files import ReadablePiece, odd_times, pieces, unpacked
from headwater.leaks._needles import Needle
from headwater.leaks._search import Search
from headwater.leaks._services import service_pieces
from headwater.sandbox import WORKSPACE, Emit, Layers, open_sandbox
from headwater.services import Stack, mount_data

_EXCERPT_CHARS = 120


@dataclass(frozen=True)
class LeakMatch:
    """A match that reveals part of the solution.

    Attributes:
        where: The file, table, topic or variable, and the compression format inside it.
        what: A description of what the match reveals, with the matched text.
        offset: The byte offset in the innermost part of ``where``, or None if the match is not in text.
    """

    where: str
    what: str
    offset: int | None = None

    def __str__(self) -> str:
        at = "" if self.offset is None else f", byte {self.offset}"
        return f"{self.where}{at}: {self.what}"


@dataclass(frozen=True)
class ScanPlan:
    """The places to search and the sequences to search for. A plan can be pickled and sent to a cell.

    Attributes:
        needles: The sequences to search for.
        changed: The files that the solution changes, relative to the workspace.
        layers: The starting state.
        tooling: The agents' tools. Their environment is searched, but not their folders.
        folders: Other folders that a trial can read, with their displayed names.
        scratch: An empty folder.
    """

    needles: Sequence[Needle]
    changed: Sequence[str]
    layers: LayeredState
    tooling: Tooling
    folders: Mapping[str, Path]
    scratch: Path


@dataclass(frozen=True)
class ScanReport:
    """The matches that a search found, and the search's size and duration."""

    found: tuple[LeakMatch, ...]
    searched_bytes: int
    seconds: float


def scan_start(emit: Emit, plan: ScanPlan) -> ScanReport:  # noqa: ARG001 - what a cell is given
    """Search a starting state as a trial sees it. This runs in a cell."""
    started = time.perf_counter()
    sandbox = open_sandbox([plan.scratch, *plan.layers.workspace, *plan.folders.values()])
    workspace = sandbox.mount(Layers(plan.layers.workspace, plan.scratch / "workspace"))
    reader = _PieceScanner(Search(plan.needles))
    for name in odd_times(workspace, plan.changed):
        reader.found.append(
            LeakMatch(f"{WORKSPACE}/{name}", "its time is that of no other file: it says what to change")
        )
    reader.read(pieces(workspace, WORKSPACE))
    for shown_as, folder in plan.folders.items():
        reader.read(pieces(folder, shown_as))
    for service, layers in plan.layers.services.items():
        for layer in layers:
            reader.read(pieces(layer, f"data of {service}"))
    data = mount_data(sandbox, plan.layers.services, plan.scratch, plan.scratch / "logs")
    with Stack(sandbox, data, plan.scratch / "logs", new=plan.layers.new_services) as stack:
        environment = {**stack.resolved(plan.tooling.env), **stack.variables}
        reader.read(
            ReadablePiece(f"the environment variable {name}", value.encode()) for name, value in environment.items()
        )
        anchors = sorted({needle.tokens[needle.anchor] for needle in plan.needles})
        for piece in service_pieces(stack, list(data), anchors):
            reader.read(unpacked(piece))
    sandbox.close()
    return reader.report(started)


def scan_software(emit: Emit, folders: Mapping[Path, str], needles: Sequence[Needle]) -> ScanReport:  # noqa: ARG001
    """Search shared software for larger parts of the tasks' solutions. This runs in a cell.

    Single lines and names are not searched for, because other projects' code may contain the same ones.

    Args:
        emit: The callback that every function in a cell gets.
        folders: The folders of the software, with their displayed names.
        needles: The sequences to search for.
    """
    started = time.perf_counter()
    reader = _PieceScanner(Search([needle for needle in needles if needle.is_copy]))
    for folder, shown_as in folders.items():
        reader.read(pieces(folder, shown_as))
    return reader.report(started)


class _PieceScanner:
    def __init__(self, search: Search) -> None:
        self.found: list[LeakMatch] = []
        self._search = search
        self._bytes = 0

    def read(self, pieces: Iterable[ReadablePiece]) -> None:
        for piece in pieces:
            self._read(piece)

    def _read(self, piece: ReadablePiece) -> None:
        self._bytes += len(piece.data)
        if not piece.is_whole:
            self.found.append(LeakMatch(piece.where, "more is packed in it than is searched"))
        for hit in self._search.hits(piece.data):
            text = hit.needle.text
            excerpt = text if len(text) <= _EXCERPT_CHARS else f"{text[:_EXCERPT_CHARS]} …"
            self.found.append(LeakMatch(piece.where, f"{hit.needle.what}: {excerpt}", hit.offset))

    def report(self, started: float) -> ScanReport:
        return ScanReport(tuple(dict.fromkeys(self.found)), self._bytes, round(time.perf_counter() - started, 2))
