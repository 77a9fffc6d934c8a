"""Implements the graph: it numbers columns, and stores edges as integer arrays and all names in one block of text.

Column 0 of every relation represents its rows. Edges are stored both by target and by source, as compressed sparse
rows: the edges of node ``n`` are at ``start[n]`` up to ``start[n + 1]``. The arrays are plain memory, so the file that
stores them can be memory-mapped.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

Ints: TypeAlias = "array[int] | memoryview"
"""An array, or a memory-mapped view, of integers."""


class RelationKind(IntEnum):
    """The kind of a relation in the graph."""

    MODEL = 0
    SEED = 1
    SNAPSHOT = 2
    SOURCE = 3
    TABLE = 4
    MISSING = 5
    TEST = 6
    SEMANTIC_MODEL = 7
    METRIC = 8
    EXPOSURE = 9

    @property
    def label(self) -> str:
        """The name for display and JSON."""
        return self.name.lower()


INTEGERS = (
    *("kind", "line", "file", "label", "unique_id", "column_start", "column_name", "column_relation", "column_state"),
    *("up_start", "up_source", "up_target", "up_kind", "up_chain", "down_start", "down_edge"),
    *(
        "chain_first",
        "chain_end",
        "chain_step_first",
        "chain_step",
        "step_first",
        "step_line",
        "step_start",
        "step_end",
    ),
    *("parent_start", "parent", "child_start", "child", "key_hash", "key_relation", "text_start", "sql_start"),
)
"""The names of the graph's arrays of 32-bit integers.

Chains, their steps and the steps' offsets are numbered within the relation of the edge's target, so that the numbers do
not depend on the position of the relation. ``…_first`` and ``sql_start`` give the start of each relation.
"""


@dataclass(slots=True)
class Arrays:
    """The arrays of a graph.

    Attributes:
        integers: The arrays, keyed by the names in `INTEGERS`.
        texts: Every distinct name once, concatenated, in UTF-8.
        sql: The rendered SQL of all relations, concatenated, in UTF-8.
    """

    integers: Mapping[str, Ints]
    texts: bytes | memoryview
    sql: bytes | memoryview


class LineageGraph:
    """Navigates relations, columns and edges by their numbers.

    Args:
        arrays: The arrays, either from `build_arrays` or mapped from a file.
    """

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays
        take = arrays.integers.__getitem__
        self.kind, self.line, self._file = take("kind"), take("line"), take("file")
        self.column_start, self._column_name = take("column_start"), take("column_name")
        self._column_state = take("column_state")
        self.up_start, self.up_kind, self._up_chain = take("up_start"), take("up_kind"), take("up_chain")
        self.source, self.target = take("up_source"), take("up_target")
        self.relation = take("column_relation")
        self.down_start, self.down_edge = take("down_start"), take("down_edge")
        self.parent_start, self.parent = take("parent_start"), take("parent")
        self.child_start, self.child = take("child_start"), take("child")
        self._key_hash, self._key_relation = take("key_hash"), take("key_relation")
        self._label, self._unique_id, self._text_start = take("label"), take("unique_id"), take("text_start")
        self.relations = len(self.kind)
        self.columns = len(self._column_name)

    def _text(self, number: int) -> str:
        return bytes(self.arrays.texts[self._text_start[number] : self._text_start[number + 1]]).decode()

    def label(self, relation: int) -> str:
        """Return a relation's usual name."""
        return self._text(self._label[relation])

    def unique_id(self, relation: int) -> str:
        """Return dbt's unique id for a relation."""
        return self._text(self._unique_id[relation])

    def file(self, relation: int) -> str:
        """Return the file that declares a relation, or an empty string for tables that no file declares."""
        return self._text(self._file[relation])

    def name(self, column: int) -> str:
        """Return the name of a column, without its relation."""
        return self._text(self._column_name[column])

    def is_inferred(self, column: int) -> bool:
        """Return whether a column is known only because it is read."""
        return bool(self._column_state[column])

    def columns_of(self, relation: int) -> range:
        """Return the columns of a relation. The first column represents the rows."""
        return range(self.column_start[relation], self.column_start[relation + 1])

    def column(self, relation: int, name: str) -> int | None:
        """Return a relation's column with the given name, or None if there is no such column."""
        for column in self.columns_of(relation):
            if self.name(column) == name:
                return column
        return None

    def find(self, text: str) -> list[int]:
        """Return the relations whose label, unique id or last part of the name matches a text, tables first."""
        key = text.lower()
        key_hash = zlib.crc32(key.encode()) & 0x7FFFFFFF
        index = bisect_left(self._key_hash, key_hash)
        found: dict[int, None] = {}
        while index < len(self._key_hash) and self._key_hash[index] == key_hash:
            relation = self._key_relation[index]
            if key in keys_of(self.label(relation), self.unique_id(relation)):
                found[relation] = None
            index += 1
        exact = [relation for relation in found if self.label(relation).lower() == key] or list(found)
        tables = [relation for relation in exact if self.kind[relation] < RelationKind.TEST]
        return tables or exact

    def labels(self) -> Iterator[str]:
        """Yield the label of every relation."""
        return (self.label(relation) for relation in range(self.relations))

    def steps(self, edge: int) -> Iterator[tuple[int, str]]:
        """Yield the line number and the text of each expression along an edge."""
        chain = self._up_chain[edge]
        if not chain:
            return
        take = self.arrays.integers.__getitem__
        relation = self.relation[self.target[edge]]
        ends, sql = take("chain_end"), take("sql_start")[relation]
        first, steps, lines = (take(name)[relation] for name in ("chain_first", "chain_step_first", "step_first"))
        for position in range(ends[first + chain - 1], ends[first + chain]):
            step = lines + take("chain_step")[steps + position]
            text = self.arrays.sql[sql + take("step_start")[step] : sql + take("step_end")[step]]
            yield take("step_line")[step], bytes(text).decode()

    def sql(self, relation: int) -> str:
        """Return the rendered SQL of a relation."""
        starts = self.arrays.integers["sql_start"]
        return bytes(self.arrays.sql[starts[relation] : starts[relation + 1]]).decode()

    def into(self, column: int) -> range:
        """Return the edges that end at a column."""
        return range(self.up_start[column], self.up_start[column + 1])

    def out_of(self, column: int) -> Iterator[int]:
        """Yield the edges that begin at a column."""
        for position in range(self.down_start[column], self.down_start[column + 1]):
            yield self.down_edge[position]

    def reach(
        self, start: Sequence[int], *, up: bool, followed: frozenset[int], depth: int = 1 << 30
    ) -> dict[int, int]:
        """Return the reachable columns, nearest first, with their distances.

        Args:
            start: The columns from which to start.
            up: Whether to go upstream rather than downstream.
            followed: The kinds of edges to follow.
            depth: The maximum number of steps.
        """
        found = dict.fromkeys(start, 0)
        level = list(start)
        distance = 0
        starts = self.up_start if up else self.down_start
        ends, kinds, edges = self.source if up else self.target, self.up_kind, self.down_edge
        while level and distance < depth:
            distance += 1
            following = []
            for column in level:
                for position in range(starts[column], starts[column + 1]):
                    edge = position if up else edges[position]
                    if kinds[edge] in followed:
                        other = ends[edge]
                        if other not in found:
                            found[other] = distance
                            following.append(other)
            level = following
        return found


def keys_of(label: str, unique_id: str) -> set[str]:
    """Return the lower-case texts by which a relation can be found."""
    low = label.lower()
    return {low, unique_id.lower(), low.rsplit(".", 1)[-1]}
