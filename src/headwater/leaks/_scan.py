"""Search of a starting state for what reveals the solution: every byte that a trial can read."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.grading import LayeredState, Tooling
from headwater.leaks._files import Piece, odd_times, pieces, unpacked
from headwater.leaks._needles import Needle
from headwater.leaks._search import Search
from headwater.leaks._services import service_pieces
from headwater.sandbox import WORKSPACE, Emit, Layers, open_sandbox
from headwater.services import Stack, mount_data

_SHOWN = 120


@dataclass(frozen=True)
class Found:
    """Something that reveals the solution.

    Attributes:
        where: The file, table, topic or variable, with what it is packed in.
        what: What it is, with the text.
        offset: The byte at which it was found, in what is named last; None where it is no text.
    """

    where: str
    what: str
    offset: int | None = None

    def __str__(self) -> str:
        at = "" if self.offset is None else f", byte {self.offset}"
        return f"{self.where}{at}: {self.what}"


@dataclass(frozen=True)
class Plan:
    """What is searched, and for what; picklable, so that it can enter a cell.

    Attributes:
        needles: What reveals the solution.
        changed: The files that the solution changes, below the workspace.
        layers: The starting state.
        tooling: What agents find around them: its environment is read, its folders are not.
        folders: More that a trial can read, by the name that it is shown with.
        scratch: An empty folder.
    """

    needles: Sequence[Needle]
    changed: Sequence[str]
    layers: LayeredState
    tooling: Tooling
    folders: Mapping[str, Path]
    scratch: Path


@dataclass(frozen=True)
class Report:
    """What a search found, and what it took."""

    found: tuple[Found, ...]
    searched_bytes: int
    seconds: float


def scan_start(emit: Emit, plan: Plan) -> Report:  # noqa: ARG001 - what a cell is given
    """Search a starting state as a trial finds it; in a cell."""
    started = time.perf_counter()
    sandbox = open_sandbox([plan.scratch, *plan.layers.workspace, *plan.folders.values()])
    workspace = sandbox.mount(Layers(plan.layers.workspace, plan.scratch / "workspace"))
    reader = _Reader(Search(plan.needles))
    for name in odd_times(workspace, plan.changed):
        reader.found.append(Found(f"{WORKSPACE}/{name}", "its time is that of no other file: it says what to change"))
    reader.read(pieces(workspace, WORKSPACE))
    for shown_as, folder in plan.folders.items():
        reader.read(pieces(folder, shown_as))
    for service, layers in plan.layers.services.items():
        for layer in layers:
            reader.read(pieces(layer, f"data of {service}"))
    data = mount_data(sandbox, plan.layers.services, plan.scratch, plan.scratch / "logs")
    with Stack(sandbox, data, plan.scratch / "logs", new=plan.layers.new_services) as stack:
        environment = {**stack.resolved(plan.tooling.env), **stack.variables}
        reader.read(Piece(f"the environment variable {name}", value.encode()) for name, value in environment.items())
        anchors = sorted({needle.tokens[needle.anchor] for needle in plan.needles})
        for piece in service_pieces(stack, list(data), anchors):
            reader.read(unpacked(piece))
    sandbox.close()
    return reader.report(started)


def scan_software(emit: Emit, folders: Mapping[Path, str], needles: Sequence[Needle]) -> Report:  # noqa: ARG001
    """Search software that tasks share for whole parts of their solutions; in a cell.

    A single line or a name is not searched for: somebody else's code may well have it.

    Args:
        emit: What a cell is given.
        folders: Where the software is, with the name that it is shown with.
        needles: What reveals the solutions.
    """
    started = time.perf_counter()
    reader = _Reader(Search([needle for needle in needles if needle.is_copy]))
    for folder, shown_as in folders.items():
        reader.read(pieces(folder, shown_as))
    return reader.report(started)


class _Reader:
    def __init__(self, search: Search) -> None:
        self.found: list[Found] = []
        self._search = search
        self._bytes = 0

    def read(self, given: Iterable[Piece]) -> None:
        for piece in given:
            self._read(piece)

    def _read(self, piece: Piece) -> None:
        self._bytes += len(piece.data)
        if not piece.is_whole:
            self.found.append(Found(piece.where, "more is packed in it than is searched"))
        for hit in self._search.hits(piece.data):
            text = hit.needle.text
            shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]} …"
            self.found.append(Found(piece.where, f"{hit.needle.what}: {shown}", hit.offset))

    def report(self, started: float) -> Report:
        return Report(tuple(dict.fromkeys(self.found)), self._bytes, round(time.perf_counter() - started, 2))
