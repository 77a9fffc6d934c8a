"""Stores each relation as arrays. They are computed only once, so that the graph can be rebuilt quickly."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate

from headwater.context.lineage._columns import Opening
from headwater.context.lineage._form import ROWS
from headwater.context.lineage._record import RawEdge, StepSpan


class TextTable:
    """A table that numbers distinct names. It only grows, so numbers stay valid."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._content = bytearray()
        self._starts = array("i", [0])

    def number(self, text: str) -> int:
        """Return the number of a text, adding the text if it is new."""
        found = self._numbers.get(text)
        if found is None:
            found = self._numbers[text] = len(self._numbers)
            self._content += text.encode("utf-8", "replace")
            self._starts.append(len(self._content))
        return found

    def arrays(self) -> tuple[array[int], bytes]:
        """Return the start of each text, and all texts concatenated."""
        return self._starts[:], bytes(self._content)


class Packed:
    """The columns and edges of one relation.

    Attributes:
        columns: The columns' positions, keyed by name. Position 0 represents the rows.
        names: The number of each column's name in the text table.
        relations: The unique ids of the relations from which edges come, each with the columns that the edges name.
        sources: For each edge, ordered by target, the position in ``relations`` and the name of the source column.
        targets: The position of each edge's target column.
        counts: The number of edges into each column.
        kinds: The kind of each edge.
        chains: The number of each edge's chain, or 0 for an edge without expressions.
        chain_ends: The position in ``chain_steps`` at which each chain ends.
        step_starts: The offset of each step in ``sql``.
        openings: The origins of columns that are known only because they are read.
    """

    def __init__(
        self,
        texts: TextTable,
        columns: Iterable[str] = (),
        edges: Sequence[RawEdge] = (),
        steps: Sequence[StepSpan] = (),
        sql: str = "",
        openings: Sequence[Opening] = (),
    ) -> None:
        self.columns = {ROWS: 0}
        for name in columns:
            self.columns.setdefault(name, len(self.columns))
        self.names = array("i", [texts.number(name) for name in self.columns])
        self.openings = openings
        self._take_edges(edges)
        shift = _byte_offset_of(sql)
        self.step_lines = array("i", [step.line for step in steps])
        self.step_starts = array("i", [shift(step.start) for step in steps])
        self.step_ends = array("i", [shift(step.end) for step in steps])
        self.sql = sql.encode("utf-8", "replace")

    def _take_edges(self, edges: Sequence[RawEdge]) -> None:
        ordered = sorted(edges, key=lambda edge: self.columns[edge.target])
        columns_by_relation: dict[str, set[str]] = {}
        for edge in ordered:
            columns_by_relation.setdefault(edge.relation, set()).add(edge.column)
        positions = {name: position for position, name in enumerate(columns_by_relation)}
        self.relations = list(columns_by_relation.items())
        self.sources = [(positions[edge.relation], edge.column) for edge in ordered]
        self.kinds = array("i", [edge.kind for edge in ordered])
        self.counts = array("i", bytes(4 * len(self.columns)))
        self.targets = [self.columns[edge.target] for edge in ordered]
        for target in self.targets:
            self.counts[target] += 1
        chains: dict[tuple[int, ...], int] = {(): 0}
        self.chains = array("i", [chains.setdefault(edge.steps, len(chains)) for edge in ordered])
        self.chain_steps = array("i", [step for chain in chains for step in chain])
        self.chain_ends = array("i", accumulate(len(chain) for chain in chains))
        self._read: Sequence[Mapping[str, int]] = ()
        self._places: list[tuple[int, int]] = []
        self._numbered: dict[tuple[int, ...], array[int]] = {}
        self._shifted: tuple[int, array[int]] = (0, array("i", self.targets))

    def reads(self, columns: Sequence[Mapping[str, int]]) -> bool:
        """Return whether the edges were last numbered with exactly these mappings."""
        return len(self._read) == len(columns) and not any(map(operator.is_not, self._read, columns))

    def source_numbers(self, starts: tuple[int, ...], columns: Sequence[Mapping[str, int]]) -> array[int]:
        """Return the number of each edge's source column.

        Args:
            starts: The first column number of each of ``relations``.
            columns: The positions of the relations' columns, keyed by name. A mapping must not change between calls.
        """
        if not self.reads(columns):
            self._places = [(which, columns[which][column]) for which, column in self.sources]
            self._read, self._numbered = columns, {}
        if starts not in self._numbered:  # most edits to a project change no start offset
            self._numbered = {starts: array("i", [starts[which] + position for which, position in self._places])}
        return self._numbered[starts]

    def target_numbers(self, start: int) -> array[int]:
        """Return the number of each edge's target column, if the relation's own columns begin at ``start``."""
        if self._shifted[0] != start:
            self._shifted = (start, array("i", [start + target for target in self.targets]))
        return self._shifted[1]


def _byte_offset_of(text: str) -> Callable[[int], int]:
    """Return a function that converts offsets in a text to offsets in its UTF-8 encoding."""
    if text.isascii():
        return lambda offset: offset
    return lambda offset: len(text[:offset].encode("utf-8", "replace"))
