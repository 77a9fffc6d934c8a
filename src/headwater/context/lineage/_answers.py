"""What the index answers: plain data, for people, JSON and programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from headwater.dbt import Place


@dataclass(frozen=True, slots=True)
class ColumnName:
    """A column of a relation; the column ``*`` is its rows.

    Attributes:
        relation: As people name it: ``orders``; ``raw.orders`` for a table of source ``raw``.
        kind: ``model``, ``source``, ``seed``, ``snapshot``, ``table`` (of no declared source), ``missing``, ``test``,
            ``semantic_model``, ``metric`` or ``exposure``.
        inferred: Whether it is known only because something reads it.
    """

    relation: str
    column: str
    kind: str
    inferred: bool = False

    def __str__(self) -> str:
        return f"{self.relation}.{self.column}"


@dataclass(frozen=True, slots=True)
class Step:
    """An expression, where it is written."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Edge:
    """One column comes into another.

    Attributes:
        kind: ``passed through``, ``renamed``, ``transformed``, ``aggregated``, ``filter``, ``join key``, ``group key``.
        steps: The expressions on the way, the one nearest to the source first; all in the target's file.
        distance: From where was asked, 1 for what is next to it.
    """

    source: ColumnName
    target: ColumnName
    kind: str
    steps: tuple[Step, ...]
    distance: int = 1


@dataclass(frozen=True, slots=True)
class Trace:
    """What feeds a column, or what it feeds.

    Attributes:
        edges: Nearest first, as many as were asked for.
        columns: All columns that were reached, nearest first, cut as the edges are.
        total_columns: How many there are.
        unresolved: What could not be traced in the relations that were passed.
    """

    start: ColumnName
    edges: tuple[Edge, ...]
    columns: tuple[ColumnName, ...]
    total_columns: int
    unresolved: tuple[Unresolved, ...] = ()


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation and how far it is from the one that was asked about.

    Attributes:
        parents: In a trace, the relations of the answer that read it directly (upstream) or that it reads (downstream).
    """

    name: str
    kind: str
    place: Place | None
    distance: int = 0
    parents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationTrace:
    """The relations that feed one, or that it feeds."""

    start: Relation
    relations: tuple[Relation, ...]
    total: int


@dataclass(frozen=True, slots=True)
class NamedTest:
    """A test and what of the changed columns it reads; none if only rows may change."""

    name: str
    kind: str
    place: Place
    reads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Impact:
    """What a change of a column can reach.

    Attributes:
        columns: Whose values are made of it, nearest first, with the distance.
        rows: Relations whose rows it decides, by a filter, join or group, there or further up.
        tests: That read any of those columns, or are about those rows.
        marts: Models among them that no other model reads.
    """

    start: ColumnName
    columns: tuple[tuple[ColumnName, int], ...]
    rows: tuple[Relation, ...]
    tests: tuple[NamedTest, ...]
    exposures: tuple[Relation, ...]
    metrics: tuple[str, ...]
    marts: tuple[str, ...]
    unresolved: tuple[Unresolved, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """How one column gets into another; no edges if it does not.

    Attributes:
        by_rows: Whether it does so only by deciding which rows there are.
    """

    source: ColumnName
    target: ColumnName
    edges: tuple[Edge, ...]
    by_rows: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """A filter, join or group key that is on the way to one column and not to the other."""

    relation: str
    kind: str
    column: ColumnName
    step: Step | None


@dataclass(frozen=True, slots=True)
class Common:
    """A column that both are made of, and the two ways from there on."""

    column: ColumnName
    to_first: tuple[Edge, ...]
    to_second: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Why two columns that should be the same may not be.

    Attributes:
        common: The nearest columns that both are made of.
        only_first: Columns at the beginning that only the first is made of.
        conditions_first: What decides rows on the way to the first only.
    """

    first: ColumnName
    second: ColumnName
    common: tuple[Common, ...]
    only_first: tuple[ColumnName, ...]
    only_second: tuple[ColumnName, ...]
    conditions_first: tuple[Condition, ...]
    conditions_second: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class ColumnDetails:
    """All that is known of a column.

    Attributes:
        upstream: Edges into it.
        downstream: Edges out of it.
        conditions: Edges into the rows of its relation.
        unresolved: What could not be traced in its relation.
    """

    name: ColumnName
    place: Place | None
    data_type: str
    description: str
    upstream: tuple[Edge, ...]
    downstream: tuple[Edge, ...]
    conditions: tuple[Edge, ...]
    tests: tuple[NamedTest, ...]
    unresolved: tuple[Unresolved, ...] = ()


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Something that could not be traced, and why."""

    relation: str
    reason: str
    place: Place


@dataclass(frozen=True, slots=True)
class Finding:
    """Something declared that is not so.

    Attributes:
        kind: ``missing model``, ``missing column``, ``undeclared column``, ``not built``, ``dangling ref``,
            ``dangling source``, ``undeclared table`` or ``bypassed ref``.
    """

    kind: str
    subject: str
    message: str
    place: Place


@dataclass(frozen=True, slots=True)
class Contract:
    """What is declared against what is built, the gravest kind of finding first."""

    findings: tuple[Finding, ...] = ()

    def of(self, kind: str) -> tuple[Finding, ...]:
        """Return the findings of one kind."""
        return tuple(finding for finding in self.findings if finding.kind == kind)


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a refresh has done.

    Attributes:
        changed: Labels of relations that were made anew.
        removed: Unique ids of those that are gone.
    """

    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """How much an index holds."""

    relations: dict[str, int] = field(default_factory=dict)
    columns: int = 0
    edges: int = 0
    unresolved: int = 0
    problems: int = 0


def to_json(answer: Any) -> Any:
    """Return an answer as JSON values: columns as ``orders.amount``, places as ``file:line``."""
    if isinstance(answer, ColumnName | Place):
        return str(answer)
    if isinstance(answer, tuple | list):
        return [to_json(item) for item in answer]
    if isinstance(answer, dict):
        return {key: to_json(value) for key, value in answer.items()}
    if hasattr(answer, "__dataclass_fields__"):
        return {name: to_json(getattr(answer, name)) for name in answer.__dataclass_fields__}
    return answer
