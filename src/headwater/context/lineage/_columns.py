"""Defines the columns of relations and query results, with the edges into them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from headwater.context.lineage._digest import digest
from headwater.context.lineage._form import ROWS, EdgeKind, composed
from headwater.context.lineage._names import is_plain, without_case

ColumnSource = tuple[str, str, EdgeKind]
"""The origin of a column: a relation's unique id, its column, and how that column contributes."""

Chain = tuple[int, ...]
"""The offsets of the expressions along an edge, from source to target."""

Edges = dict[ColumnSource, Chain]

_MAX_CHAIN = 8


@dataclass(frozen=True)
class BaseRelation:
    """A relation of the project, or a table outside the project.

    Attributes:
        columns: The known columns.
        open: Whether the relation may have other columns.
    """

    unique_id: str
    columns: Mapping[str, None]
    open: bool = False

    @cached_property
    def signature(self) -> str:
        """A digest of everything that readers of the relation depend on."""
        return digest(list(self.columns), self.open)


@dataclass(frozen=True, slots=True)
class Opening:
    """Columns with unknown names, which a star selects. Any name that is read is assumed to be among them.

    Attributes:
        origins: The unique ids of the relations that have these columns: one, or several in a union. Empty for a
            function.
        left_out: The names that the star excludes.
    """

    origins: tuple[str, ...]
    left_out: frozenset[str] = frozenset()

    def edges(self, name: str) -> Edges | None:
        """Return the edges into a column with this name, or None if the name is excluded."""
        return None if name in self.left_out else {(origin, name, EdgeKind.PASSED): () for origin in self.origins}


@dataclass(slots=True)
class Resolved:
    """The columns and rows of a query.

    Attributes:
        columns: The edges, keyed by column name, in order. Of several columns with the same name, the first one counts.
        outputs: The edges of all columns, for references by position.
        rows: The edges into the rows. The column ``*`` of a relation represents its rows.
        offsets: The offset of each column in the SQL.
    """

    columns: dict[str, Edges] = field(default_factory=dict)
    rows: Edges = field(default_factory=dict)
    openings: list[Opening] = field(default_factory=list)
    outputs: list[Edges] = field(default_factory=list)
    offsets: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class ScopeRelation:
    """A relation that is visible in a scope.

    Attributes:
        parts: The parts of the relation's name in the database, to match fully qualified references.
        fallback: The edges into any column, if the relation is a function with an unknown result.
        hidden: Whether the relation's columns are visible only in its own join condition, as in semi and anti joins.
    """

    alias: str
    resolved: Resolved
    parts: tuple[str, ...] = ()
    fallback: Edges | None = None
    hidden: bool = False

    def is_named(self, name: tuple[str, ...]) -> bool:
        """Return whether a name, split into parts, can refer to the relation."""
        if len(name) == 1:
            return self.alias == name[0]
        return len(self.parts) >= len(name) and self.parts[-len(name) :] == name

    def names(self) -> Iterator[str]:
        """Yield the names of the relation's columns."""
        yield from self.resolved.columns

    def certain(self, name: str) -> Edges | None:
        """Return the edges into a column that is known to exist."""
        return self.resolved.columns.get(name)

    def in_another_case(self, name: str) -> Edges | None:
        """Return the edges into the only column whose name matches ignoring case. YAML often differs in case."""
        folded = without_case(name)
        found = [one for one in self.names() if without_case(one) == folded]
        return self.certain(found[0]) if len(found) == 1 else None

    def any(self, name: str) -> Edges | None:
        """Return the edges into a column that exists or may exist.

        For a quoted name, columns in another case are tried last.
        """
        lookups = (self.in_another_case, self.possible) if is_plain(name) else (self.possible, self.in_another_case)
        return next((edges for way in (self.certain, *lookups) if (edges := way(name)) is not None), None)

    def possible(self, name: str) -> Edges | None:
        """Return the edges into a column that may exist."""
        if self.fallback is not None:
            return self.fallback
        found = [edges for edges in (one.edges(name) for one in self.resolved.openings) if edges is not None]
        return found[0] if len(found) == 1 else None

    @property
    def is_open(self) -> bool:
        """Return whether the relation may have unknown columns."""
        return self.fallback is not None or bool(self.resolved.openings)


class BaseColumns(dict[str, Edges]):
    """A base relation's columns, each of which is its own source. The edges into a column are created on access."""

    def __init__(self, base: BaseRelation) -> None:
        super().__init__()
        self._base = base

    def __missing__(self, name: str) -> Edges:
        edges: Edges = {(self._base.unique_id, name, EdgeKind.PASSED): ()}
        self[name] = edges
        return edges

    def get(self, name: str, default: Edges | None = None) -> Edges | None:  # type: ignore[override] # no other use
        """Return the edges into a column."""
        return self[name] if name in self._base.columns else default

    def __iter__(self) -> Iterator[str]:
        return iter(self._base.columns)

    def __len__(self) -> int:
        return len(self._base.columns)

    def __contains__(self, name: object) -> bool:
        return name in self._base.columns

    def items(self) -> Iterator[tuple[str, Edges]]:  # type: ignore[override] # made on the way
        """Yield column names and edges."""
        for name in self._base.columns:
            yield name, self[name]

    def values(self) -> Iterator[Edges]:  # type: ignore[override] # made on the way
        """Yield the edges of each column."""
        return (self[name] for name in self._base.columns)


class BaseOutputs(list[Edges]):
    """A base relation's columns by position. Their edges are created during iteration."""

    def __init__(self, columns: BaseColumns) -> None:
        super().__init__()
        self._columns = columns

    def __iter__(self) -> Iterator[Edges]:
        return self._columns.values()

    def __len__(self) -> int:
        return len(self._columns)


def base_resolved(base: BaseRelation) -> Resolved:
    """Convert a base relation to the form of a query result."""
    openings = [Opening((base.unique_id,))] if base.open else []
    columns = BaseColumns(base)
    return Resolved(columns, {(base.unique_id, ROWS, EdgeKind.PASSED): ()}, openings, BaseOutputs(columns))


def add_edges(into: Edges, edges: Edges, kind: EdgeKind, step: int | None) -> None:
    """Add edges of the given kind. ``step`` is the offset of the expression, or None for an unchanged column."""
    if kind is EdgeKind.PASSED and step is None:  # the most frequent case, in which the edges do not change
        for source, chain in edges.items():
            into.setdefault(source, chain)
        return
    for (relation, column, inner), chain in edges.items():
        key = (relation, column, composed(inner, kind))
        if key not in into:
            into[key] = chain if step is None else (*chain, step)[-_MAX_CHAIN:]


def within(edges: Edges, fields: tuple[str, ...]) -> Edges:
    """Return the edges into a column, or into a field of the column."""
    if not fields:
        return edges
    field_edges: Edges = {}
    add_edges(field_edges, edges, EdgeKind.TRANSFORMED, None)
    return field_edges


def renamed(resolved: Resolved, names: tuple[str, ...]) -> Resolved:
    """Return a result with its first columns renamed to the given names."""
    if not names:
        return resolved
    columns = dict(zip(names, resolved.outputs, strict=False))
    if len(names) < len(resolved.outputs):
        columns |= dict(list(resolved.columns.items())[len(names) :])
    offsets = dict(zip(names, resolved.offsets.values(), strict=False))
    return Resolved(columns, resolved.rows, resolved.openings, resolved.outputs, offsets)
