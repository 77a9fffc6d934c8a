"""Finds the anchors in a notebook by running the notebook, slicing it, and running the slices."""

from __future__ import annotations

import ast
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, FiniteFloat

from headwater.suites.discovery.anchors._candidates import Candidate, Candidates, ShownValue, Slice, by_cell
from headwater.suites.discovery.anchors._program import Statement, statements_of
from headwater.suites.discovery.anchors._records import Anchor, NotebookAnchors, Reason
from headwater.suites.discovery.anchors._room import DATA, OTHERS, Room
from headwater.suites.discovery.anchors._shown import Shown, printing_functions, shown_by
from headwater.suites.discovery.lake import (
    DATASETS,
    FileIndex,
    Lake,
    Notebook,
    Use,
    code_of,
    files_used,
    readable,
)
from headwater.suites.discovery.targets import derive_targets
from headwater.untrusted import one_line

TOLERANCE = 1e-6
"""The tolerance between a shown number and the one that its slice prints: relative, or absolute for small numbers."""
_SEEDS = (1, 2)
"""The hash seeds. Each slice runs once with each seed, because the order of sets depends on it."""
_KERNEL = "python3"
_LONGEST_PROBLEM = 400


class _Output(BaseModel):
    """The output of a cell, as ``run_notebook`` reports it."""

    cell: int
    texts: list[str]


class _StopReason(BaseModel):
    """The reason why no further cells run."""

    problem: str


class _Values(BaseModel):
    """The numbers in an expression's value, as ``run_statements`` reports them."""

    statement: int
    shown: int
    values: list[tuple[str, int | FiniteFloat]]


class _Printed(BaseModel):
    """A program's output, as ``run_programs`` reports it."""

    program: int
    ok: bool
    printed: str


@dataclass(frozen=True)
class Times:
    """Time limits in seconds.

    Attributes:
        notebook: The limit for all cells of a notebook together.
        cell: The limit for one cell.
        program: The limit for one slice.
    """

    notebook: float = 300
    cell: float = 120
    program: float = 60


@dataclass(frozen=True)
class AnchorFinder:
    """Finds anchors in the notebooks of one lake."""

    lake: Lake
    index: FileIndex
    room: Room
    times: Times = Times()

    def use(self, notebook: Notebook) -> Use:
        """Return the files that a notebook uses."""
        return files_used(derive_targets(code_of(notebook.cells)), self.index)

    def find(self, notebook: Notebook) -> NotebookAnchors:
        """Run a notebook with access to its own datasets only, and return its anchors.

        Raises:
            CancelledError: The build was interrupted.
        """
        data = self._datasets(self.use(notebook))
        outputs, problem = self._executed(notebook, data)
        statements = statements_of([cell for cell in notebook.cells if cell.number in outputs])
        candidates = Candidates(statements, self.index)
        values = by_cell(self._values(statements, data), statements) if outputs else {}
        found = [
            candidate
            for cell, texts in outputs.items()
            for candidate in candidates.of_cell(cell, texts, values.get(cell, []))
        ]
        anchors, failed = self._verified(notebook.name, found)
        dropped = candidates.dropped + failed
        return NotebookAnchors(
            notebook=notebook.name,
            numbers=candidates.numbers,
            anchors=tuple(anchors),
            dropped={reason: dropped[reason] for reason in Reason if dropped[reason]},
            problem=problem,
        )

    def _datasets(self, use: Use) -> Mapping[str, Path]:
        folder = self.lake.folder.absolute() / DATASETS
        return {f"{place}/{name}": folder / name for name in use.datasets for place in (DATA, *OTHERS)}

    def _executed(self, notebook: Notebook, data: Mapping[str, Path]) -> tuple[dict[int, list[str]], str]:
        """Return the output of each cell that ran, and the reason why the remaining cells did not run."""
        request = {
            "kernel": notebook.kernel or _KERNEL,
            "cell_sec": self.times.cell,
            "cells": [{"number": cell.number, "source": cell.source} for cell in notebook.cells],
        }
        ran = self.room.run("run_notebook", request, data, self.times.notebook)
        outputs = {each.cell: each.texts for each in ran.results(_Output)}
        reasons = [each.problem for each in ran.results(_StopReason)]
        return outputs, one_line((reasons or [ran.problem])[0])[:_LONGEST_PROBLEM]

    def _values(self, statements: Sequence[Statement], data: Mapping[str, Path]) -> list[ShownValue]:
        functions = printing_functions(statements)
        shown = [list(shown_by(each, functions)) for each in statements]
        request = {
            "statements": [
                {
                    "cell": each.cell,
                    "source": ast.unparse(each.node),
                    "shown": [{"setup": one.setup, "expression": ast.unparse(one.expression)} for one in found],
                }
                for each, found in zip(statements, shown, strict=True)
            ]
        }
        ran = self.room.run("run_statements", request, data, self.times.notebook)
        return [value for each in ran.results(_Values) for value in _values_of(each, shown)]

    def _verified(self, notebook: str, candidates: Sequence[Candidate]) -> tuple[list[Anchor], Counter[Reason]]:
        """Run each slice with only the files that it needs, and return the slices that print their number every time.

        If the smallest slice of a candidate fails, the next one is tried.
        """
        anchors: list[tuple[int, Anchor]] = []
        dropped = Counter[Reason]()
        pending, number = list(enumerate(candidates)), 0
        while pending:
            slices = [each.programs[number] for _, each in pending]
            left = []
            for (place, each), found, reason in zip(pending, slices, self._reasons(pending, slices), strict=True):
                if reason is None:
                    anchors.append((place, _anchor(notebook, each, found)))
                elif len(each.programs) > number + 1:
                    left.append((place, each))
                else:
                    dropped[reason] += 1
            pending, number = left, number + 1
        return [anchor for _, anchor in sorted(anchors, key=lambda each: each[0])], dropped

    def _reasons(self, pending: Sequence[tuple[int, Candidate]], slices: Sequence[Slice]) -> list[Reason | None]:
        """For each slice, return the reason why it does not print its candidate's number, or None if it does."""
        groups: dict[Use, list[int]] = {}
        for place, each in enumerate(slices):
            groups.setdefault(each.use, []).append(place)
        reasons: dict[int, Reason | None] = {}
        for use, places in groups.items():
            # Slices with the same files share a sandbox, because starting one takes time.
            runs = [self._printed(use, [slices[place].text for place in places], seed) for seed in _SEEDS]
            for place, *printed in zip(places, *runs, strict=True):
                reasons[place] = _verdict(pending[place][1].number, printed)
        return [reasons[place] for place in range(len(slices))]

    def _printed(self, use: Use, programs: Sequence[str], seed: int) -> list[str | None]:
        """Return the output of each program, or None for a program that fails."""
        folder = self.lake.folder.absolute() / DATASETS
        data = {f"{DATA}/{dataset}/{path}": folder / dataset / path for dataset, path in use.files}
        request = {"programs": programs, "program_sec": self.times.program}
        ran = self.room.run("run_programs", request, data, self.times.program * len(programs), seed)
        printed = {each.program: each.printed for each in ran.results(_Printed) if each.ok}
        return [printed.get(place) for place in range(len(programs))]


def _values_of(found: _Values, shown: Sequence[Sequence[Shown]]) -> list[ShownValue]:
    # Notebook code can write results too, so indices are untrusted.
    if not (0 <= found.statement < len(shown) and 0 <= found.shown < len(shown[found.statement])):
        return []
    expression = shown[found.statement][found.shown]
    return [ShownValue(found.statement, expression, path, number) for path, number in found.values]


def _verdict(number: float, printed: Sequence[str | None]) -> Reason | None:
    """Return why this slice's output does not contain the number, or None if it does."""
    try:
        values = [float(text) for text in printed if text is not None]
    except ValueError:
        return Reason.UNSTABLE
    if len(values) < len(printed):
        return Reason.FAILED
    is_same = all(math.isclose(value, number, rel_tol=TOLERANCE, abs_tol=TOLERANCE) for value in values)
    return None if is_same else Reason.UNSTABLE


def _anchor(notebook: str, candidate: Candidate, found: Slice) -> Anchor:
    return Anchor(
        notebook=notebook,
        cell=candidate.cell,
        shown=candidate.shown.text,
        value=candidate.number,
        expression=candidate.expression,
        slice=found.text,
        files=tuple(readable(f"{dataset}/{path}") for dataset, path in found.use.files),
        operations=found.operations,
    )
