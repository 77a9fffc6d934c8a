"""Defines the reduced form of a query, which contains only its scopes, the names in it, and how it uses them.

The form does not depend on any schema. Stars and names are kept as written, so that they can be resolved again when a
schema changes. Names are in lower case, or unchanged in dialects where case distinguishes names. Offsets refer to the
rendered SQL.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any


class EdgeKind(IntEnum):
    """The way in which one column contributes to another.

    The first four kinds determine the value of the other column, and the remaining kinds determine which rows exist.

    Kinds are listed in ascending order of strength. A path has the kind of its strongest step.
    """

    PASSED = 0
    RENAMED = 1
    TRANSFORMED = 2
    AGGREGATED = 3
    FILTER = 4
    JOIN_KEY = 5
    GROUP_KEY = 6

    @property
    def label(self) -> str:
        """The name for display and JSON."""
        return _LABELS[self]

    @property
    def is_value(self) -> bool:
        """Return whether the edge contributes to the column's value, rather than deciding which rows exist."""
        return self <= EdgeKind.AGGREGATED


_LABELS = ("passed through", "renamed", "transformed", "aggregated", "filter", "join key", "group key")


def composed(inner: EdgeKind, outer: EdgeKind) -> EdgeKind:
    """Return the combined kind of two consecutive steps."""
    if outer >= EdgeKind.FILTER:
        return outer
    return inner if inner >= outer else outer


ROWS = "*"
"""The pseudo-column that represents a relation's rows, which count(*) counts and filters select."""


@dataclass(slots=True)
class ColumnUse:
    """A column that an expression names.

    Attributes:
        parts: The parts as written: (column,), (table, column), (schema, table, column), or any of these followed by
            struct fields.
    """

    parts: tuple[str, ...]
    kind: EdgeKind
    offset: int


@dataclass(slots=True)
class Inner:
    """A subquery in an expression. Its first column and its row conditions contribute with the given kind.

    Attributes:
        exists: Whether only the existence of rows matters.
    """

    query: QueryForm
    kind: EdgeKind
    exists: bool = False


@dataclass(slots=True)
class Expression:
    """The columns and queries that an expression uses.

    Attributes:
        plain: Whether the expression is a single column and nothing else.
    """

    uses: list[ColumnUse]
    inner: list[Inner]
    offset: int
    plain: bool = False


@dataclass(slots=True)
class SelectOutput:
    """A named column of a select."""

    name: str
    expression: Expression


@dataclass(slots=True)
class Star:
    """``*`` or ``table.*``, with the modifiers that its dialect allows.

    Attributes:
        table: The table before the star. Empty for all tables.
        pattern: A regular expression that names must match.
        kind: ``TRANSFORMED`` if an expression is applied to each column.
    """

    table: tuple[str, ...]
    offset: int
    left_out: tuple[str, ...] = ()
    replaced: list[SelectOutput] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    pattern: str = ""
    kind: EdgeKind = EdgeKind.PASSED


@dataclass(slots=True)
class Predicate:
    """A condition or key that decides which rows exist."""

    kind: EdgeKind
    expression: Expression


@dataclass(slots=True)
class Pivot:
    """``PIVOT`` or ``UNPIVOT`` of a relation.

    Attributes:
        names: The new columns or, for an unpivot, the value columns.
        consumed: The columns that the pivot removes.
        groups: The columns by which the pivot groups, if it lists them.
        expressions: The expressions of the new columns, in order. A single expression applies to all.
        keys: The expressions whose values become columns.
        label: For an unpivot, the column that contains the names.
        open: Whether the resulting columns depend on the data.
        aliases: Names for the resulting columns, from the left.
    """

    names: tuple[str, ...]
    consumed: tuple[str, ...]
    expressions: list[Expression]
    keys: list[Expression] = field(default_factory=list)
    groups: tuple[str, ...] = ()
    label: str = ""
    open: bool = False
    aliases: tuple[str, ...] = ()


@dataclass(slots=True)
class TableRef:
    """A table or common table expression, identified by the parts of its name as written."""

    parts: tuple[str, ...]
    offset: int


@dataclass(slots=True)
class TableFunction:
    """A table function, or a list of values.

    Attributes:
        columns: The known columns.
        open: Whether the function may have other columns.
    """

    expression: Expression
    columns: tuple[str, ...] = ()
    open: bool = False


@dataclass(slots=True)
class FromItem:
    """An item of a FROM clause.

    Attributes:
        join: The join: ``inner``, ``left``, ``right``, ``full``, ``semi`` or ``anti``. Empty for the first item.
        using: The columns of USING, or ``*`` for all common columns (natural join).
        names: Column aliases, from the left.
    """

    alias: str
    source: TableRef | QueryForm | TableFunction
    join: str = ""
    using: tuple[str, ...] = ()
    condition: Expression | None = None
    names: tuple[str, ...] = ()
    pivots: list[Pivot] = field(default_factory=list)
    offset: int = -1


@dataclass(slots=True)
class Select:
    """A select. ``keyed`` means that its outputs are keys, because of ``group by all`` or ``distinct``."""

    outputs: list[SelectOutput | Star]
    relations: list[FromItem]
    predicates: list[Predicate] = field(default_factory=list)
    keyed: bool = False


@dataclass(slots=True)
class SetOperation:
    """A union, intersection or difference of queries.

    Attributes:
        operator: ``union all``, ``union``, ``except`` or ``intersect``.
    """

    operator: str
    branches: list[QueryForm]
    by_name: bool = False


@dataclass(slots=True)
class Cte:
    """A common table expression."""

    name: str
    query: QueryForm
    names: tuple[str, ...] = ()
    recursive: bool = False


@dataclass(slots=True)
class QueryForm:
    """A query with its common table expressions.

    Attributes:
        predicates: The sort keys, if there is a limit: they then decide which rows exist.
    """

    body: Select | SetOperation
    ctes: list[Cte] = field(default_factory=list)
    predicates: list[Predicate] = field(default_factory=list)


@dataclass(slots=True)
class LineageGap:
    """A part of a query that cannot be interpreted.

    Attributes:
        reason: An explanation for readers.
        offset: The offset in the rendered SQL, or -1 if it is unknown.
    """

    reason: str
    offset: int = -1


@dataclass(slots=True)
class Form:
    """The reduced form of a model's query, or the gaps that explain why there is none.

    Attributes:
        dialect: The dialect in which the query was parsed.
    """

    query: QueryForm | None
    gaps: list[LineageGap] = field(default_factory=list)
    dialect: str = ""


_CLASSES: tuple[type, ...] = (
    *(ColumnUse, Inner, Expression, SelectOutput, Star, Predicate, Pivot, TableRef),
    *(TableFunction, FromItem, Select, SetOperation, Cte, QueryForm, LineageGap, Form),
)
_TAGS = {cls: tag for tag, cls in enumerate(_CLASSES)}
_FIELDS = {cls: tuple(one.name for one in fields(cls)) for cls in _CLASSES}


def pack(form: Form) -> bytes:
    """Serialize a form as JSON.

    An object becomes a list that begins with the number of its class, and a tuple a list that begins with -1.
    """
    return json.dumps(_packed(form), separators=(",", ":")).encode()


def unpack(data: bytes) -> Form:
    """Rebuild a form from the bytes that `pack` returned."""
    form = _unpacked(json.loads(data))
    if not isinstance(form, Form):
        raise ValueError("not a packed form")  # noqa: TRY004 - damaged data, not a wrong argument
    return form


def _packed(value: Any) -> Any:
    cls = type(value)
    tag = _TAGS.get(cls)
    if tag is not None:
        return [tag, *(_packed(getattr(value, name)) for name in _FIELDS[cls])]
    if cls is list:
        return [-2, *map(_packed, value)]
    if cls is tuple:
        return [-1, *value]
    return int(value) if cls is EdgeKind else value


def _unpacked(value: Any) -> Any:
    if type(value) is not list:
        return value
    tag = value[0]
    if tag == -1:
        return tuple(value[1:])
    if tag == -2:
        return [_unpacked(item) for item in value[1:]]
    cls = _CLASSES[tag]
    instance = cls(*map(_unpacked, value[1:]))
    if "kind" in _FIELDS[cls]:
        instance.kind = _KINDS[instance.kind]
    return instance


_KINDS = tuple(EdgeKind)
