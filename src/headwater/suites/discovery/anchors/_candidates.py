"""Matches numbers in a notebook's output with the expressions that evaluate to them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from headwater.suites.discovery.anchors._numbers import Number, numbers_in
from headwater.suites.discovery.anchors._operations import is_computed, is_size, operations_of
from headwater.suites.discovery.anchors._program import Statement
from headwater.suites.discovery.anchors._records import Operation, Reason
from headwater.suites.discovery.anchors._shown import Shown
from headwater.suites.discovery.anchors._slices import slices_of
from headwater.suites.discovery.lake import FileIndex, Use, files_used
from headwater.suites.discovery.targets import Cause, derive_targets

_MOST = 8
"""The maximum number of anchors per expression. A correlation table contains hundreds of numbers."""
_MOST_NUMBERS = 2000
"""The maximum number of numbers per cell. Further numbers are ignored."""
_YEARS = range(1900, 2101)


@dataclass(frozen=True)
class ShownValue:
    """A shown number that equals the value of an expression or one of its elements.

    Attributes:
        place: The position of the statement that shows it.
        path: The code to append to the expression to select the number.
    """

    place: int
    shown: Shown
    path: str
    number: float


@dataclass(frozen=True)
class Slice:
    """The statements that are needed to evaluate an expression, or the program that prints it.

    Attributes:
        use: The files that it reads.
    """

    text: str
    use: Use

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The steps of the slice."""
        return operations_of(self.text)


@dataclass(frozen=True)
class Candidate:
    """A number in a cell's output that may become an anchor.

    Attributes:
        expression: The expression that evaluates to it.
        programs: Slices that may print the number, smallest first.
    """

    cell: int
    shown: Number
    number: float
    expression: str
    programs: tuple[Slice, ...]


class Candidates:
    """Collects the anchor candidates in one notebook."""

    def __init__(self, statements: Sequence[Statement], index: FileIndex) -> None:
        self._statements, self._index = statements, index
        self._slices: dict[tuple[int, str], list[Slice] | Reason] = {}
        self._counts: Counter[tuple[int, str]] = Counter()
        self._known: set[tuple[str, Use]] = set()
        self.numbers = 0
        self.dropped: Counter[Reason] = Counter()

    def of_cell(self, cell: int, texts: Sequence[str], values: Sequence[ShownValue]) -> list[Candidate]:
        """Return the numbers in a cell's output that may become anchors, and count the others.

        Args:
            cell: The cell's number.
            texts: The cell's outputs.
            values: The values of the expressions that its statements show.
        """
        left = list(values)
        found = []
        for number in islice((each for text in texts for each in numbers_in(text)), _MOST_NUMBERS):
            self.numbers += 1
            value = next((each for each in left if number.shows(each.number)), None)
            if value is None:
                self.dropped[Reason.NO_VALUE] += 1
                continue
            # Equal numbers in an output belong to different expressions, in order.
            left.remove(value)
            candidate = self._candidate(cell, number, value)
            if isinstance(candidate, Reason):
                self.dropped[candidate] += 1
            else:
                found.append(candidate)
        return found

    def _candidate(self, cell: int, number: Number, value: ShownValue) -> Candidate | Reason:
        # Such numbers occur everywhere, so a match with a value is weak evidence.
        if value.number in (0, 1, -1) or (value.number == int(value.number) and int(value.number) in _YEARS):
            return Reason.TRIVIAL
        key = (value.place, ast.unparse(value.shown.expression))
        if key not in self._slices:
            self._slices[key] = self._slice(value.place, value.shown)
        slices = self._slices[key]
        if isinstance(slices, Reason):
            return slices
        expression = _expression(value)
        programs = tuple(Slice(f"{each.text}\nprint({expression})\n", each.use) for each in slices)
        operations = programs[0].operations
        if not is_computed(operations):
            return Reason.COPIED
        if is_size(operations):
            return Reason.SIZE
        candidate = Candidate(cell, number, value.number, expression, programs)
        same = (f"{value.number:.9g}", programs[0].use)
        if same in self._known:
            return Reason.DUPLICATE
        if self._counts[key] >= _MOST:
            return Reason.MANY
        self._counts[key] += 1
        self._known.add(same)
        return candidate

    def _slice(self, place: int, shown: Shown) -> list[Slice] | Reason:
        """Return the slices of an expression whose input files are known, or the reason why there are none."""
        found = []
        reasons = []
        for lines in slices_of(self._statements, place, shown):
            text = "\n".join(lines)
            targets = derive_targets(f"{text}\nprint({ast.unparse(shown.expression)})")
            use = files_used(targets, self._index, with_unused=False)
            if targets.cause in (Cause.NO_FILE, Cause.NOTHING_SHOWN):
                reasons.append(Reason.NO_FILE)
            elif use.absent or not use.files or targets.cause not in (None, Cause.FOLDER, Cause.NO_FOLDER):
                reasons.append(Reason.UNKNOWN_FILES)
            else:
                found.append(Slice(text, use))
        return found or reasons[-1]


def _expression(value: ShownValue) -> str:
    text = ast.unparse(value.shown.expression)
    is_whole = isinstance(value.shown.expression, ast.Name | ast.Attribute | ast.Call | ast.Subscript)
    return f"{text}{value.path}" if is_whole or not value.path else f"({text}){value.path}"


def by_cell(values: Sequence[ShownValue], statements: Sequence[Statement]) -> Mapping[int, list[ShownValue]]:
    """Return the values that each cell shows, in order."""
    found: dict[int, list[ShownValue]] = {}
    for value in values:
        found.setdefault(statements[value.place].cell, []).append(value)
    return found
