"""The small form of a query: its scopes, names and kinds, and nothing else of its SQL.

It does not depend on any schema: stars and names are as written, to be resolved later and again. Names are folded to
lower case (as they are, in dialects where case tells names apart). An offset is a place in the rendered SQL.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any


class Kind(IntEnum):
    """How a column comes into another. The first four make its value; the rest decides which rows there are.

    In the order of strength: on a way of several steps, the strongest counts.
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
        """The word for people and JSON."""
        return _LABELS[self]

    @property
    def is_value(self) -> bool:
        """Whether the column's value is made of it."""
        return self <= Kind.AGGREGATED


_LABELS = ("passed through", "renamed", "transformed", "aggregated", "filter", "join key", "group key")


def composed(inner: Kind, outer: Kind) -> Kind:
    """Return the kind of two steps, one after the other."""
    if outer >= Kind.FILTER:
        return outer
    return inner if inner >= outer else outer


ROWS = "*"
"""In place of a column's name: the rows of a relation, which count(*) counts and filters choose."""


@dataclass(slots=True)
class Use:
    """A column that an expression names.

    Attributes:
        parts: As written: (column,), (table, column), (schema, table, column), or with fields of a struct behind.
    """

    parts: tuple[str, ...]
    kind: Kind
    offset: int


@dataclass(slots=True)
class Inner:
    """A query within an expression: its first column, and all that decides its rows, come in with this kind.

    Attributes:
        exists: Whether only its rows matter.
    """

    query: Query
    kind: Kind
    exists: bool = False


@dataclass(slots=True)
class Expression:
    """What an expression is made of.

    Attributes:
        plain: Whether it is a column and nothing else.
    """

    uses: list[Use]
    inner: list[Inner]
    offset: int
    plain: bool = False


@dataclass(slots=True)
class Output:
    """A named column of a select."""

    name: str
    expression: Expression


@dataclass(slots=True)
class Star:
    """``*`` or ``table.*``, with what its dialect can do to it.

    Attributes:
        table: Empty for all tables.
        pattern: A regular expression that names have to match.
        kind: ``TRANSFORMED`` where an expression is applied to each column.
    """

    table: tuple[str, ...]
    offset: int
    left_out: tuple[str, ...] = ()
    replaced: list[Output] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    pattern: str = ""
    kind: Kind = Kind.PASSED


@dataclass(slots=True)
class Predicate:
    """A condition or key that decides which rows there are."""

    kind: Kind
    expression: Expression


@dataclass(slots=True)
class Pivot:
    """``PIVOT`` or ``UNPIVOT`` over a relation.

    Attributes:
        names: Of the columns that it makes; of an unpivot the value columns.
        consumed: Of the columns that it takes away.
        groups: Of the columns that it keeps, where it lists them.
        expressions: What each new column is made of; the same one for all if it is one.
        keys: Whose values become columns.
        label: Of an unpivot, the column that holds the names.
        open: Whether there will be columns that only the data know.
        aliases: Names for the columns that come out of it, from the left.
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
class Table:
    """A table, or a query's own name for another, by its parts as they are written."""

    parts: tuple[str, ...]
    offset: int


@dataclass(slots=True)
class Function:
    """A function, or list of values, that gives rows.

    Attributes:
        columns: That it is known to have.
        open: Whether it may have any others.
    """

    expression: Expression
    columns: tuple[str, ...] = ()
    open: bool = False


@dataclass(slots=True)
class Relation:
    """One item of a FROM clause.

    Attributes:
        join: Empty for the first; else ``inner``, ``left``, ``right``, ``full``, ``semi`` or ``anti``.
        using: Columns that both sides share; ``*`` for all (natural).
        names: Column aliases, from the left.
    """

    alias: str
    source: Table | Query | Function
    join: str = ""
    using: tuple[str, ...] = ()
    condition: Expression | None = None
    names: tuple[str, ...] = ()
    pivots: list[Pivot] = field(default_factory=list)
    offset: int = -1


@dataclass(slots=True)
class Select:
    """A select; its ``group by all`` and ``distinct`` make keys of its outputs."""

    outputs: list[Output | Star]
    relations: list[Relation]
    predicates: list[Predicate] = field(default_factory=list)
    keyed: bool = False


@dataclass(slots=True)
class SetOperation:
    """Selects one above the other.

    Attributes:
        operator: ``union all``, ``union``, ``except`` or ``intersect``.
    """

    operator: str
    branches: list[Query]
    by_name: bool = False


@dataclass(slots=True)
class Cte:
    """A named query before a query."""

    name: str
    query: Query
    names: tuple[str, ...] = ()
    recursive: bool = False


@dataclass(slots=True)
class Query:
    """A query with the named ones before it.

    Attributes:
        predicates: Of order and limit, where they decide which rows there are.
    """

    body: Select | SetOperation
    ctes: list[Cte] = field(default_factory=list)
    predicates: list[Predicate] = field(default_factory=list)


@dataclass(slots=True)
class Gap:
    """Something in a query that is not understood.

    Attributes:
        reason: For people.
        offset: In the rendered SQL; -1 where it is not known.
    """

    reason: str
    offset: int = -1


@dataclass(slots=True)
class Form:
    """A model's query, or why there is none.

    Attributes:
        dialect: In which it was understood.
    """

    query: Query | None
    gaps: list[Gap] = field(default_factory=list)
    dialect: str = ""


_CLASSES: tuple[type, ...] = (
    *(Use, Inner, Expression, Output, Star, Predicate, Pivot, Table),
    *(Function, Relation, Select, SetOperation, Cte, Query, Gap, Form),
)
_TAGS = {cls: tag for tag, cls in enumerate(_CLASSES)}
_FIELDS = {cls: tuple(one.name for one in fields(cls)) for cls in _CLASSES}


def pack(form: Form) -> bytes:
    """Return a form as JSON: objects are lists that begin with the number of their class, tuples begin with -1."""
    return json.dumps(_packed(form), separators=(",", ":")).encode()


def unpack(data: bytes) -> Form:
    """Return what `pack` was given."""
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
    return int(value) if cls is Kind else value


def _unpacked(value: Any) -> Any:
    if type(value) is not list:
        return value
    tag = value[0]
    if tag == -1:
        return tuple(value[1:])
    if tag == -2:
        return [_unpacked(item) for item in value[1:]]
    cls = _CLASSES[tag]
    made = cls(*map(_unpacked, value[1:]))
    if "kind" in _FIELDS[cls]:
        made.kind = _KINDS[made.kind]
    return made


_KINDS = tuple(Kind)
