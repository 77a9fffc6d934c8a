"""Builds the query for the groups that exist even if a measure has no rows in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from headwater.context.semantic._dialects import column, name, truncated
from headwater.context.semantic._expression import NameReference, bind
from headwater.context.semantic._graph import JoinPath, Shape
from headwater.context.semantic._layer import SemanticLayer
from headwater.context.semantic._model import SemanticSource
from headwater.context.semantic._query import METRIC_TIME, SqlDialect
from headwater.context.semantic._query_names import QueryCondition, QueryDimension
from headwater.context.semantic._rows import ResolvedColumn, SourceRows


@dataclass(frozen=True)
class SourcePaths:
    """The paths from one source to everything that a query names."""

    source: SemanticSource
    dimensions: Mapping[QueryDimension, ResolvedColumn]
    conditions: Sequence[tuple[QueryCondition, Mapping[NameReference, ResolvedColumn]]]


def spine(layer: SemanticLayer, paths: Sequence[SourcePaths], dialect: SqlDialect) -> exp.Select:
    """Return the query for all combinations of values in the dimensions' tables.

    Columns from one table keep the combinations that occur in it, and different tables are cross-joined. A filter
    applies to a table if the table's rows reach the filtered columns through to-one joins.
    """
    first = paths[0]
    tables: dict[JoinPath | None, list[QueryDimension]] = {}
    for dimension, found in first.dimensions.items():
        is_time = dimension.reference == NameReference((), METRIC_TIME)
        tables.setdefault(None if is_time else found.path, []).append(dimension)
    select = exp.Select()
    for number, (path, dimensions) in enumerate(tables.items()):
        roots = [(each, ()) for each in paths] if path is None else [(first, path)]
        parts = [_members(layer, each, root, dimensions, dialect) for each, root in roots]
        alias = f"members_{number + 1}"
        relation = (exp.union(*parts, distinct=True, copy=False) if len(parts) > 1 else parts[0]).subquery(
            name(alias), copy=False
        )
        select = select.from_(relation, copy=False) if number == 0 else select.join(relation, join_type="cross")
        select = select.select(*(column(each.alias, alias) for each in dimensions), copy=False)
    return select


def _members(
    layer: SemanticLayer, paths: SourcePaths, root: JoinPath, dimensions: Sequence[QueryDimension], dialect: SqlDialect
) -> exp.Select:
    rows = SourceRows(layer, layer.sources[root[-1].end] if root else paths.source, dialect)
    values = {}
    for each in dimensions:
        value = rows.value(_from(paths.dimensions[each], root), str(each.reference))
        values[each.alias] = truncated(value, each.grain) if each.grain else value
    where = []
    for condition, founds in paths.conditions:
        if all(_meets_one(found, root) for found in founds.values()):
            resolved = {each: rows.value(_from(found, root), condition.text) for each, found in founds.items()}
            where.append(bind(condition.tree, lambda each, resolved=resolved: resolved[each].copy()))  # type: ignore[misc]  # mypy cannot infer a lambda with a default
    return rows.select(values, where, distinct=True)


def _meets_one(column: ResolvedColumn, root: JoinPath) -> bool:
    return column.path[: len(root)] == root and all(step.to_one for step in column.path[len(root) :])


def _from(column: ResolvedColumn, root: JoinPath) -> ResolvedColumn:
    """Return the same column, relative to the source at the end of ``root``."""
    return ResolvedColumn(column.path[len(root) :], Shape.TO_ONE, column.source, column.column)
