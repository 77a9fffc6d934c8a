"""Defines the stored state of a node: its SQL, its columns, and the edges into them."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from headwater.context.lineage._columns import Opening, Resolved
from headwater.context.lineage._form import ROWS, EdgeKind, LineageGap
from headwater.context.lineage._text import Spans
from headwater.dbt import LineMap, Location, Problem, ProblemKind

RawReference = tuple[str, tuple[str, ...], str | None]
"""The function, arguments and version of a ``ref`` or ``source``."""


class StepSpan(NamedTuple):
    """An expression along an edge.

    Attributes:
        line: The line number in the file of the node at which the edge ends.
        start: The start of the expression in the node's rendered SQL.
        end: The end of the expression.
    """

    line: int
    start: int
    end: int


class RawEdge(NamedTuple):
    """An edge into a column of a node.

    Attributes:
        target: The name of the column, or ``*`` for the rows.
        relation: The unique id of the relation from which the edge comes.
        steps: The positions of the edge's expressions in the record's ``steps``.
    """

    target: str
    relation: str
    column: str
    kind: EdgeKind
    steps: tuple[int, ...]


@dataclass(slots=True)
class NodeRecord:
    """The index's record of a node.

    Attributes:
        key: A digest of everything on which the node's rendering depends. A changed key causes the node to be rendered
            again.
        sql: The rendered SQL.
        relations: The unique ids of relations, keyed by their names in the SQL.
        introspected: The columns of other nodes that were read during rendering.
        references: Each ``ref`` and ``source`` with what it resolves to, which is empty if it resolves to nothing.
        parents: The unique ids of the relations that the node refers to or reads, in order.
        columns: The names of the columns, in order.
        openings: The stars with unknown columns.
        is_open: Whether the node may have other columns for any reason.
        gaps: The unresolved parts, each as a reason and a line number.
        direct: The tables that the node names without ``ref`` or ``source``, each as a name and a unique id.
        parent_signatures: The signatures of the relations against which the node was resolved.
        disabled: Whether the node's own configuration disables the node.
        problems: The problems found during rendering.
    """

    key: str = ""
    sql: str = ""
    lines: LineMap | None = None
    relations: dict[str, str] = field(default_factory=dict)
    introspected: dict[str, tuple[str, ...]] = field(default_factory=dict)
    references: list[tuple[RawReference, str]] = field(default_factory=list)
    parents: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    edges: list[RawEdge] = field(default_factory=list)
    steps: list[StepSpan] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)
    is_open: bool = False
    gaps: list[tuple[str, int]] = field(default_factory=list)
    direct: list[tuple[str, str]] = field(default_factory=list)
    parent_signatures: dict[str, str] = field(default_factory=dict)
    disabled: bool = False
    problems: list[Problem] = field(default_factory=list)
    config: dict[str, Any] = field(default_factory=dict)

    def line_of(self, offset: int) -> int:
        """Return the line number in the node's file for an offset in its SQL."""
        return self.lines.line(self.sql, offset) if self.lines is not None and offset >= 0 else 1

    def take(self, resolved: Resolved, gaps: list[LineageGap]) -> None:
        """Store the result of resolving the query."""
        steps = _Steps(self)
        self.columns = tuple(resolved.columns)
        self.openings = list(dict.fromkeys(resolved.openings))
        self.is_open = bool(self.openings)
        self.edges = []
        for name, edges in resolved.columns.items():
            for (relation, column, kind), chain in edges.items():
                if kind is EdgeKind.PASSED and column != name and column != ROWS:
                    kind = EdgeKind.RENAMED
                way = chain or (resolved.offsets.get(name, -1),)
                self.edges.append(RawEdge(name, relation, column, kind, steps.of(way)))
        for (relation, column, kind), chain in resolved.rows.items():
            self.edges.append(RawEdge(ROWS, relation, column, kind, steps.of(chain)))
        self.steps = steps.spans
        self.gaps = [(gap.reason, self.line_of(gap.offset)) for gap in gaps]

    def take_nothing(self, columns: tuple[str, ...], gaps: list[LineageGap]) -> None:
        """Record that nothing could be resolved, and that the declared columns are used instead."""
        self.columns, self.is_open, self.openings = columns, True, []
        self.edges, self.steps = [], []
        self.gaps = [(gap.reason, self.line_of(gap.offset)) for gap in gaps]


class _Steps:
    """Assigns numbers to the expressions along edges."""

    def __init__(self, record: NodeRecord) -> None:
        self.spans: list[StepSpan] = []
        self._record = record
        self._spans: Spans | None = None
        self._known: dict[int, int] = {}

    def of(self, offsets: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([self._number(offset) for offset in offsets if offset >= 0])

    def _number(self, offset: int) -> int:
        number = self._known.get(offset)
        if number is None:
            if self._spans is None:
                self._spans = Spans(self._record.sql)
            start, end = self._spans.around(offset)
            number = self._known[offset] = len(self.spans)
            self.spans.append(StepSpan(self._record.line_of(start), start, end))
        return number


def pack_record(record: NodeRecord) -> dict[str, Any]:
    """Return a record as JSON values."""
    lines = record.lines
    return {
        "key": record.key,
        "sql": record.sql,
        "lines": [list(lines.starts), list(lines.lines)] if lines is not None else None,
        "relations": record.relations,
        "introspected": record.introspected,
        "references": record.references,
        "parents": record.parents,
        "columns": record.columns,
        "edges": record.edges,
        "steps": record.steps,
        "openings": [(opening.origins, sorted(opening.left_out)) for opening in record.openings],
        "open": record.is_open,
        "gaps": record.gaps,
        "direct": record.direct,
        "seen": record.parent_signatures,
        "disabled": record.disabled,
        "config": {key: value for key, value in record.config.items() if isinstance(value, str | bool | int)},
        "problems": [
            (problem.kind, problem.place.file, problem.place.line, problem.message, problem.node)
            for problem in record.problems
        ],
    }


def unpack_record(data: Any) -> NodeRecord:
    """Rebuild a record from the values of `pack_record`."""
    lines = data["lines"]
    return NodeRecord(
        key=data["key"],
        sql=data["sql"],
        lines=None if lines is None else LineMap(array("i", lines[0]), array("i", lines[1])),
        relations=data["relations"],
        introspected={name: tuple(columns) for name, columns in data["introspected"].items()},
        references=[
            ((function, tuple(args), version), meaning) for (function, args, version), meaning in data["references"]
        ],
        parents=tuple(data["parents"]),
        columns=tuple(data["columns"]),
        edges=[
            RawEdge(target, relation, column, _KINDS[kind], tuple(steps))
            for target, relation, column, kind, steps in data["edges"]
        ],
        steps=[StepSpan(*step) for step in data["steps"]],
        openings=[Opening(tuple(origins), frozenset(left_out)) for origins, left_out in data["openings"]],
        is_open=data["open"],
        gaps=[(reason, line) for reason, line in data["gaps"]],
        direct=[(name, unique_id) for name, unique_id in data["direct"]],
        parent_signatures=data["seen"],
        disabled=data["disabled"],
        config=data["config"],
        problems=[
            Problem(ProblemKind(kind), Location(file, line), message, node)
            for kind, file, line, message, node in data["problems"]
        ],
    )


_KINDS = tuple(EdgeKind)
