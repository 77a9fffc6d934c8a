"""A relation as the graph takes it, in arrays: made once, so that the graph is put together again quickly."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate

from headwater.context.lineage._columns import Opening
from headwater.context.lineage._form import ROWS
from headwater.context.lineage._record import RawEdge, Step


class Texts:
    """Names, each once; it only grows, so that numbers stay."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._content = bytearray()
        self._starts = array("i", [0])

    def number(self, text: str) -> int:
        """Return a text's number."""
        found = self._numbers.get(text)
        if found is None:
            found = self._numbers[text] = len(self._numbers)
            self._content += text.encode("utf-8", "replace")
            self._starts.append(len(self._content))
        return found

    def arrays(self) -> tuple[array[int], bytes]:
        """Return where each text starts, and all of them."""
        return self._starts[:], bytes(self._content)


class Packed:
    """Columns and edges of one relation.

    Attributes:
        columns: Positions by name; its rows are 0.
        names: Numbers of the columns' names.
        relations: Unique ids of what edges come from, each once, with the columns that are named of it.
        sources: For each edge the position in ``relations``, and the column's name; in the order of targets.
        targets: Positions of columns.
        counts: How many edges end at each column.
        kinds: Of each edge.
        chains: For each edge the number of its way, 0 for one without expressions.
        chain_ends: Where each way ends in ``chain_steps``.
        step_starts: Offsets in ``sql``.
        openings: Where columns come from that only others know to be there.
    """

    def __init__(
        self,
        texts: Texts,
        columns: Iterable[str] = (),
        edges: Sequence[RawEdge] = (),
        steps: Sequence[Step] = (),
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
        named: dict[str, set[str]] = {}
        for edge in ordered:
            named.setdefault(edge.relation, set()).add(edge.column)
        positions = {name: position for position, name in enumerate(named)}
        self.relations = list(named.items())
        self.sources = [(positions[edge.relation], edge.column) for edge in ordered]
        self.kinds = array("i", [edge.kind for edge in ordered])
        self.counts = array("i", bytes(4 * len(self.columns)))
        self.targets = [self.columns[edge.target] for edge in ordered]
        for target in self.targets:
            self.counts[target] += 1
        ways: dict[tuple[int, ...], int] = {(): 0}
        self.chains = array("i", [ways.setdefault(edge.steps, len(ways)) for edge in ordered])
        self.chain_steps = array("i", [step for way in ways for step in way])
        self.chain_ends = array("i", accumulate(len(way) for way in ways))
        self._read: Sequence[Mapping[str, int]] = ()
        self._places: list[tuple[int, int]] = []
        self._numbered: dict[tuple[int, ...], array[int]] = {}
        self._shifted: tuple[int, array[int]] = (0, array("i", self.targets))

    def reads(self, columns: Sequence[Mapping[str, int]]) -> bool:
        """Whether it was numbered for just these columns of ``relations``: all that it names is then among them."""
        return len(self._read) == len(columns) and not any(map(operator.is_not, self._read, columns))

    def source_numbers(self, starts: tuple[int, ...], columns: Sequence[Mapping[str, int]]) -> array[int]:
        """Return the number of the column that each edge comes from.

        Args:
            starts: The first number of each of ``relations``.
            columns: The positions of its columns by name; mappings that were given before must be as they were.
        """
        if not self.reads(columns):
            self._places = [(which, columns[which][column]) for which, column in self.sources]
            self._read, self._numbered = columns, {}
        if starts not in self._numbered:  # after most edits they are as they were
            self._numbered = {starts: array("i", [starts[which] + position for which, position in self._places])}
        return self._numbered[starts]

    def target_numbers(self, start: int) -> array[int]:
        """Return the number of the column that each edge ends at, where its own begin at a number."""
        if self._shifted[0] != start:
            self._shifted = (start, array("i", [start + target for target in self.targets]))
        return self._shifted[1]


def _byte_offset_of(text: str) -> Callable[[int], int]:
    """Return a function from offsets in a text to offsets in its UTF-8."""
    if text.isascii():
        return lambda offset: offset
    return lambda offset: len(text[:offset].encode("utf-8", "replace"))
