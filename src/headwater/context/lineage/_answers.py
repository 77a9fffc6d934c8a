"""Defines the answers of the lineage index as plain data for display, JSON and programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from headwater.dbt import Location


@dataclass(frozen=True, slots=True)
class ColumnName:
    """A column of a relation. The column ``*`` represents the relation's rows.

    Attributes:
        relation: The relation's usual name: ``orders``, or ``raw.orders`` for a table in the source ``raw``.
        kind: ``model``, ``source``, ``seed``, ``snapshot``, ``table`` (without a declared source), ``missing``,
            ``test``, ``semantic_model``, ``metric`` or ``exposure``.
        inferred: Whether the column is known only because something reads it.
    """

    relation: str
    column: str
    kind: str
    inferred: bool = False

    def __str__(self) -> str:
        return f"{self.relation}.{self.column}"


@dataclass(frozen=True, slots=True)
class LineageStep:
    """An expression and its location in the source."""

    text: str
    place: Location


@dataclass(frozen=True, slots=True)
class Edge:
    """The derivation of one column from another.

    Attributes:
        kind: ``passed through``, ``renamed``, ``transformed``, ``aggregated``, ``filter``, ``join key``, ``group key``.
        steps: The expressions along the edge, from source to target. They are all in the target's file.
        distance: The distance from the start of the trace. Edges at the start have distance 1.
    """

    source: ColumnName
    target: ColumnName
    kind: str
    steps: tuple[LineageStep, ...]
    distance: int = 1


@dataclass(frozen=True, slots=True)
class ColumnTrace:
    """The columns upstream or downstream of a column.

    Attributes:
        edges: The edges, nearest first, up to the requested limit.
        columns: The reached columns, nearest first, up to the same limit.
        total_columns: The number of reached columns, regardless of the limit.
        unresolved: The parts of the relations on the trace that could not be traced.
    """

    start: ColumnName
    edges: tuple[Edge, ...]
    columns: tuple[ColumnName, ...]
    total_columns: int
    unresolved: tuple[Unresolved, ...] = ()


@dataclass(frozen=True, slots=True)
class LineageRelation:
    """A relation and its distance from the start of the trace.

    Attributes:
        parents: In a trace, the other traced relations that read this relation directly (in an upstream trace) or that
            this relation reads directly (in a downstream trace).
    """

    name: str
    kind: str
    place: Location | None
    distance: int = 0
    parents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationTrace:
    """The relations upstream or downstream of a relation."""

    start: LineageRelation
    relations: tuple[LineageRelation, ...]
    total: int


@dataclass(frozen=True, slots=True)
class NamedTest:
    """A test and the changed columns that it reads. There are no columns if the test only depends on changed rows."""

    name: str
    kind: str
    place: Location
    reads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Impact:
    """Everything that a change to a column may affect.

    Attributes:
        columns: The columns derived from the changed column, nearest first, with their distance.
        rows: The relations whose rows depend on the changed column, because a filter, join or grouping uses it in the
            relation itself or further upstream.
        tests: The tests that read any of these columns or depend on these rows.
        marts: The affected models that no other model reads.
    """

    start: ColumnName
    columns: tuple[tuple[ColumnName, int], ...]
    rows: tuple[LineageRelation, ...]
    tests: tuple[NamedTest, ...]
    exposures: tuple[LineageRelation, ...]
    metrics: tuple[str, ...]
    marts: tuple[str, ...]
    unresolved: tuple[Unresolved, ...] = ()


@dataclass(frozen=True, slots=True)
class LineagePath:
    """The path from one column to another. If there is no path, there are no edges.

    Attributes:
        by_rows: Whether the source column only affects which rows exist.
    """

    source: ColumnName
    target: ColumnName
    edges: tuple[Edge, ...]
    by_rows: bool = False


@dataclass(frozen=True, slots=True)
class RowCondition:
    """A filter, join or group key on the path to one column but not on the path to the other."""

    relation: str
    kind: str
    column: ColumnName
    step: LineageStep | None


@dataclass(frozen=True, slots=True)
class Common:
    """A common ancestor of two columns, and its path to each of them."""

    column: ColumnName
    to_first: tuple[Edge, ...]
    to_second: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class LineageDifference:
    """The possible reasons why two columns that should agree differ.

    Attributes:
        common: The nearest columns from which both columns derive.
        only_first: The root columns from which only the first column derives.
        conditions_first: The row conditions that apply only on the path to the first column.
    """

    first: ColumnName
    second: ColumnName
    common: tuple[Common, ...]
    only_first: tuple[ColumnName, ...]
    only_second: tuple[ColumnName, ...]
    conditions_first: tuple[RowCondition, ...]
    conditions_second: tuple[RowCondition, ...]


@dataclass(frozen=True, slots=True)
class ColumnDetails:
    """Everything that is known about a column.

    Attributes:
        upstream: The edges into the column.
        downstream: The edges out of the column.
        conditions: The edges into the rows of the column's relation, such as filters.
        unresolved: The parts of the column's relation that could not be traced.
    """

    name: ColumnName
    place: Location | None
    data_type: str
    description: str
    upstream: tuple[Edge, ...]
    downstream: tuple[Edge, ...]
    conditions: tuple[Edge, ...]
    tests: tuple[NamedTest, ...]
    unresolved: tuple[Unresolved, ...] = ()


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A part of a relation that could not be traced, and the reason."""

    relation: str
    reason: str
    place: Location


@dataclass(frozen=True, slots=True)
class ContractFinding:
    """A declaration that does not match the project.

    Attributes:
        kind: ``missing model``, ``missing column``, ``undeclared column``, ``not built``, ``dangling ref``,
            ``dangling source``, ``undeclared table`` or ``bypassed ref``.
    """

    kind: str
    subject: str
    message: str
    place: Location


@dataclass(frozen=True, slots=True)
class Contract:
    """The differences between what is declared and what is built, the most severe kinds first."""

    findings: tuple[ContractFinding, ...] = ()

    def of(self, kind: str) -> tuple[ContractFinding, ...]:
        """Return the findings of one kind."""
        return tuple(finding for finding in self.findings if finding.kind == kind)


@dataclass(frozen=True, slots=True)
class RefreshResult:
    """The result of a refresh.

    Attributes:
        changed: The labels of relations that were rebuilt.
        removed: The unique ids of relations that no longer exist.
    """

    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LineageSummary:
    """The size of an index."""

    relations: dict[str, int] = field(default_factory=dict)
    columns: int = 0
    edges: int = 0
    unresolved: int = 0
    problems: int = 0


def to_json(answer: Any) -> Any:
    """Convert an answer to JSON values, with columns as ``orders.amount`` and locations as ``file:line``."""
    if isinstance(answer, ColumnName | Location):
        return str(answer)
    if isinstance(answer, tuple | list):
        return [to_json(item) for item in answer]
    if isinstance(answer, dict):
        return {key: to_json(value) for key, value in answer.items()}
    if hasattr(answer, "__dataclass_fields__"):
        return {name: to_json(getattr(answer, name)) for name in answer.__dataclass_fields__}
    return answer
