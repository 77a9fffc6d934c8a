"""Builds the graph's arrays from the relations of a project."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, chain, repeat
from operator import attrgetter
from struct import pack
from typing import TypeAlias

from headwater.context.lineage._form import EdgeKind
from headwater.context.lineage._graph import INTEGERS, Arrays, Ints, RelationKind, keys_of
from headwater.context.lineage._packed import Packed, TextTable


@dataclass(slots=True)
class RelationInput:
    """A relation from which the graph is built.

    Attributes:
        parents: The unique ids of the relations that this relation reads.
    """

    unique_id: str
    label: str
    kind: RelationKind
    packed: Packed
    file: str = ""
    line: int = 0
    parents: Sequence[str] = ()


@dataclass(slots=True)
class _GraphRelation:
    """A relation while the graph is being built.

    Attributes:
        columns: The columns' positions, keyed by name. Inferred columns come last.
        passed: The origin of each inferred column: its position, the relation and the column name.
    """

    input: RelationInput
    columns: dict[str, int]
    passed: list[tuple[int, str, str]] = field(default_factory=list)


def build_arrays(relations: Iterable[RelationInput], texts: TextTable, before: Arrays | None = None) -> Arrays:
    """Return the graph's arrays. A relation that occurs only in edges is added as a table or as missing.

    Args:
        relations: The relations of the project.
        texts: The table of names that the relations use.
        before: The arrays of an earlier graph that uses the same texts. Unchanged arrays are reused.
    """
    builder = _ArrayBuilder(texts, before)
    for relation in relations:
        builder.add(relation)
    builder.infer()
    return builder.build()


class _ArrayBuilder:
    def __init__(self, texts: TextTable, before: Arrays | None) -> None:
        self._texts = texts
        self._before = before.integers if before is not None else {}
        self._relations: dict[str, _GraphRelation] = {}
        self._integers = {name: array("i") for name in INTEGERS}
        self._reused_arrays: dict[str, Ints] = {}

    def add(self, relation: RelationInput) -> None:
        self._relations[relation.unique_id] = _GraphRelation(relation, relation.packed.columns)

    # inferred columns

    def infer(self) -> None:
        """Add columns that occur in edges but in no relation, and then trace their origins in the same way."""
        for relation in list(self._relations.values()):
            packed = relation.input.packed
            for parent in relation.input.parents:
                self._relation_of(parent)
            if packed.reads([self._relation_of(name).columns for name, _ in packed.relations]):
                continue
            for name, columns in packed.relations:
                for column in sorted(columns.difference(self._relation_of(name).columns)):
                    self._infer(name, column)

    def _relation_of(self, unique_id: str) -> _GraphRelation:
        relation = self._relations.get(unique_id)
        if relation is None:
            kind = RelationKind.TABLE if unique_id.startswith("table.") else RelationKind.MISSING
            label = unique_id.removeprefix("table.").removeprefix("missing.ref.").removeprefix("missing.source.")
            relation = _GraphRelation(RelationInput(unique_id, label, kind, Packed(self._texts)), {})
            relation.columns = relation.input.packed.columns
            self._relations[unique_id] = relation
        return relation

    def _infer(self, unique_id: str, name: str) -> None:
        pending = [unique_id]
        while pending:
            relation = self._relation_of(pending.pop())
            if name in relation.columns:
                continue
            if relation.columns is relation.input.packed.columns:
                relation.columns = dict(relation.columns)  # the packed mapping is kept unchanged for the next build
            position = relation.columns[name] = len(relation.columns)
            through = [opening for opening in relation.input.packed.openings if name not in opening.left_out]
            if len(through) == 1:  # with several openings, the column's origin is unknown
                for origin in through[0].origins:
                    relation.passed.append((position, origin, name))
                    pending.append(origin)

    # Building the arrays.

    def build(self) -> Arrays:
        numbers = {unique_id: index for index, unique_id in enumerate(self._relations)}
        self._relation_arrays()
        self._column_arrays()
        self._edge_arrays(numbers)
        self._step_arrays()
        self._parent_arrays(numbers)
        self._key_arrays(numbers)
        self._integers["text_start"], texts = self._texts.arrays()
        sql = b"".join(relation.input.packed.sql for relation in self._relations.values())
        return Arrays({**self._integers, **self._reused_arrays}, texts, sql)

    def _takes_over(self, names_made: tuple[str, ...], made_of: tuple[str, ...]) -> bool:
        """Reuse derived arrays if the arrays from which they derive have not changed. Most edits do not change them."""
        before = self._before
        if not before or any(self._integers[name] != before[name] for name in made_of):
            return False
        self._reused_arrays |= {name: before[name] for name in names_made}
        return True

    def _relation_arrays(self) -> None:
        take, number = self._integers, self._texts.number
        inputs = [relation.input for relation in self._relations.values()]
        take["kind"].extend([one.kind for one in inputs])
        take["line"].extend([one.line for one in inputs])
        take["file"].extend([number(one.file) for one in inputs])
        take["label"].extend([number(one.label) for one in inputs])
        take["unique_id"].extend([number(one.unique_id) for one in inputs])
        take["sql_start"] = _starts(len(one.packed.sql) for one in inputs)

    def _column_arrays(self) -> None:
        take = self._integers
        widths = [len(relation.columns) for relation in self._relations.values()]
        take["column_start"] = starts = _starts(widths)
        take["column_relation"] = _integers_of(_repeated(widths))
        take["column_state"] = states = array("i", bytes(4 * starts[-1]))
        names = []
        for index, relation in enumerate(self._relations.values()):
            names.append(relation.input.packed.names)
            known = len(relation.input.packed.names)
            if widths[index] > known:
                names.append(array("i", [self._texts.number(name) for name in list(relation.columns)[known:]]))
                states[starts[index] + known : starts[index + 1]] = array("i", [1] * (widths[index] - known))
        take["column_name"] = _joined(names)

    def _edge_arrays(self, numbers: dict[str, int]) -> None:
        take = self._integers
        starts = take["column_start"]
        pieces = [_NO_EDGES]
        for begin, relation in zip(starts, self._relations.values(), strict=False):
            packed = relation.input.packed
            read = [self._relations[name].columns for name, _ in packed.relations]
            sources = packed.source_numbers(tuple([starts[numbers[name]] for name, _ in packed.relations]), read)
            pieces.append((sources, packed.target_numbers(begin), packed.kinds, packed.chains, packed.counts))
            if len(relation.columns) > len(packed.columns):
                pieces.append(self._inferred_edges(relation, begin, numbers))
        take["up_source"], take["up_target"], take["up_kind"], take["up_chain"], counts = map(
            _joined, zip(*pieces, strict=True)
        )
        take["up_start"] = _starts(counts)
        if not self._takes_over(("down_start", "down_edge"), ("up_source", "column_start")):
            take["down_start"], take["down_edge"] = _reversed(take["up_source"].tolist(), starts[-1])

    def _inferred_edges(self, relation: _GraphRelation, begin: int, numbers: dict[str, int]) -> _Edges:
        starts = self._integers["column_start"]
        ends = [position for position, _, _ in relation.passed]
        inferred = range(len(relation.input.packed.columns), len(relation.columns))
        return (
            array("i", [starts[numbers[of]] + self._relations[of].columns[name] for _, of, name in relation.passed]),
            array("i", [begin + end for end in ends]),
            array("i", [EdgeKind.PASSED] * len(ends)),
            array("i", [0] * len(ends)),
            array("i", [ends.count(position) for position in inferred]),
        )

    def _step_arrays(self) -> None:
        """Concatenate the relations' chains and steps.

        A relation's indexes count from the beginning of its own part of the arrays.
        """
        take = self._integers
        packed = [relation.input.packed for relation in self._relations.values()]
        for name, part in _STEP_PARTS.items():
            take[name] = _joined([part(one) for one in packed])
        for name, of in (("chain_first", "chain_end"), ("chain_step_first", "chain_step"), ("step_first", "step_line")):
            take[name] = _starts([len(_STEP_PARTS[of](one)) for one in packed])[:-1]

    def _parent_arrays(self, numbers: dict[str, int]) -> None:
        take = self._integers
        parents = take["parent"]
        counts = []
        for relation in self._relations.values():
            found = dict.fromkeys([numbers[name] for name in relation.input.parents])
            parents.extend(list(found))
            counts.append(len(found))
        take["parent_start"] = _starts(counts)
        if self._takes_over(("child_start", "child"), ("parent_start", "parent")):
            return
        owners = _repeated(counts)
        take["child_start"], order = _reversed(parents, len(numbers))
        take["child"] = array("i", [owners[position] for position in order])

    def _key_arrays(self, numbers: dict[str, int]) -> None:
        if self._takes_over(("key_hash", "key_relation"), ("label", "unique_id")):
            return
        keys = sorted(
            (key, numbers[unique_id])
            for unique_id, relation in self._relations.items()
            for key in _key_hashes(relation.input.label, unique_id)
        )
        self._integers["key_hash"] = array("i", [key for key, _ in keys])
        self._integers["key_relation"] = array("i", [number for _, number in keys])


@lru_cache(maxsize=10_000)
def _key_hashes(label: str, unique_id: str) -> tuple[int, ...]:
    return tuple(zlib.crc32(key.encode("utf-8", "replace")) & 0x7FFFFFFF for key in keys_of(label, unique_id))


_Edges: TypeAlias = "tuple[array[int], array[int], array[int], array[int], array[int]]"
"""Sources, targets, kinds and chains of edges, ordered by target, and the number of edges into each column."""
_NO_EDGES: _Edges = (array("i"), array("i"), array("i"), array("i"), array("i"))
_STEP_PARTS: dict[str, Callable[[Packed], array[int]]] = {
    "chain_end": attrgetter("chain_ends"),
    "chain_step": attrgetter("chain_steps"),
    "step_line": attrgetter("step_lines"),
    "step_start": attrgetter("step_starts"),
    "step_end": attrgetter("step_ends"),
}


def _joined(pieces: Iterable[array[int]]) -> array[int]:
    return array("i", b"".join(pieces))


def _integers_of(numbers: Sequence[int]) -> array[int]:
    return array("i", pack(f"{len(numbers)}i", *numbers))  # this takes half as long as array("i", list)


def _starts(counts: Iterable[int]) -> array[int]:
    return _integers_of(list(accumulate(counts, initial=0)))


def _repeated(counts: Sequence[int]) -> list[int]:
    """Repeat each index as many times as its count."""
    return list(chain.from_iterable(map(repeat, range(len(counts)), counts)))


def _reversed(ends: Sequence[int], size: int) -> tuple[array[int], array[int]]:
    """Return, for each node, its positions in ``ends``, as start offsets and concatenated positions."""
    counts = [0] * size
    for end in ends:
        counts[end] += 1
    return _starts(counts), _integers_of(sorted(range(len(ends)), key=ends.__getitem__))
