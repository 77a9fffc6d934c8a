"""Finds possible reasons why two columns differ: common ancestors, and steps on the path to only one of the columns."""

from __future__ import annotations

from headwater.context.lineage._answers import ColumnName, Common, Edge, LineageDifference, RowCondition
from headwater.context.lineage._queries import ROW_KINDS, VALUES, Queries

_MAX_COMMON = 20


def difference(queries: Queries, first: str, second: str) -> LineageDifference:
    """Compare the derivations of two columns."""
    graph = queries.graph
    one, other = queries.column(first), queries.column(second)
    behind = {start: graph.reach([start], up=True, followed=VALUES) for start in (one, other)}
    shared = behind[one].keys() & behind[other].keys()
    passed = {start: _relations(queries, behind[start]) for start in behind}
    return LineageDifference(
        queries.name_of(one),
        queries.name_of(other),
        tuple(_common(queries, column, one, other) for column in _nearest(queries, shared)[:_MAX_COMMON]),
        _roots(queries, behind[one].keys() - shared),
        _roots(queries, behind[other].keys() - shared),
        _conditions(queries, passed[one] - passed[other]),
        _conditions(queries, passed[other] - passed[one]),
    )


def _relations(queries: Queries, columns: dict[int, int]) -> set[int]:
    return {queries.graph.relation[column] for column in columns}


def _nearest(queries: Queries, shared: set[int]) -> list[int]:
    """Return the shared columns that are not ancestors of another shared column."""
    graph = queries.graph
    found = [
        column
        for column in shared
        if not any(graph.up_kind[edge] in VALUES and graph.target[edge] in shared for edge in graph.out_of(column))
    ]
    return sorted(found)


def _common(queries: Queries, column: int, first: int, second: int) -> Common:
    return Common(
        queries.name_of(column), _edges_between(queries, column, first), _edges_between(queries, column, second)
    )


def _edges_between(queries: Queries, begin: int, end: int) -> tuple[Edge, ...]:
    edges = queries.shortest(begin, end, VALUES) or []
    return tuple(queries.edge_of(edge, distance) for distance, edge in enumerate(edges, 1))


def _roots(queries: Queries, columns: set[int]) -> tuple[ColumnName, ...]:
    """Return the columns that are derived from no other column."""
    graph = queries.graph
    value_columns = [column for column in columns if any(graph.up_kind[edge] in VALUES for edge in graph.into(column))]
    return tuple(queries.name_of(column) for column in sorted(columns - set(value_columns)))


def _conditions(queries: Queries, relations: set[int]) -> tuple[RowCondition, ...]:
    """Return the conditions on the rows of the given relations."""
    graph = queries.graph
    found = []
    for relation in sorted(relations):
        for edge in graph.into(graph.column_start[relation]):
            if graph.up_kind[edge] in ROW_KINDS:
                edge_record = queries.edge_of(edge)
                step = edge_record.steps[-1] if edge_record.steps else None
                found.append(RowCondition(graph.label(relation), edge_record.kind, edge_record.source, step))
    return tuple(found)
