"""Resolves the names in a query's dimensions and conditions before paths to the named columns are searched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from headwater.context.catalog import TypeKind
from headwater.context.semantic._expression import NameReference, conjuncts, references
from headwater.context.semantic._layer import SemanticLayer, parse_name
from headwater.context.semantic._model import LayerColumn
from headwater.context.semantic._query import METRIC_TIME, Grain, MetricQuery
from headwater.context.semantic._rows import unique
from headwater.errors import AmbiguousNameError, NotFoundError, RequestError


@dataclass(frozen=True)
class QueryDimension:
    """A dimension of the result.

    Attributes:
        alias: The name of the dimension's column in the result.
        column: The declaration of the dimension in the layer, or None for ``metric_time``.
    """

    reference: NameReference
    grain: Grain | None
    alias: str
    column: LayerColumn | None

    @property
    def type(self) -> TypeKind | None:
        """The type of the dimension's values in the result."""
        if self.grain is not None:
            return TypeKind.DATE if self.grain.is_date else TypeKind.TIMESTAMP
        return self.column.type if self.column else None


@dataclass(frozen=True)
class QueryCondition:
    """A filter, or one of several conditions that a filter joins with ``and``.

    Attributes:
        text: The condition as written, for messages.
        tree: The parsed condition, with the names as written.
        names: Each name as written, with the same name qualified by its source.
    """

    text: str
    tree: exp.Expr
    names: tuple[tuple[NameReference, NameReference], ...]


def dimensions(layer: SemanticLayer, query: MetricQuery) -> list[QueryDimension]:
    """Read a query's dimensions. Their columns get the shortest unique names."""
    found: list[QueryDimension] = []
    for text in query.dimensions:
        where = f"dimension {text}"
        before, colon, after = text.rpartition(":")
        explicit = Grain(after) if colon and after in list(Grain) else None
        if colon and not explicit and after.isidentifier():
            raise RequestError(f"{after} is not a grain", where=where, fix=f"write one of {', '.join(Grain)}")
        reference = layer.qualified(parse_name(before if explicit else text, where), where)
        column = _column(layer, reference)
        if column is not None and column.hidden:
            raise RequestError(f"{reference} is hidden", where=where, fix="only expressions and joins can use it")
        is_time = column is None or column.type is None or column.type.is_time
        if explicit is not None and not is_time:
            raise RequestError(f"{reference} is not a point in time", where=where, fix=f"remove :{explicit}")
        implied = query.grain if column is None or (column.type is not None and column.type.is_time) else None
        grain = explicit or implied
        if any(each.reference == reference and each.grain == grain for each in found):
            raise RequestError("is requested twice", where=where, fix="remove one of them")
        if grain is not None and not grain.is_date and column is not None and column.type is TypeKind.DATE:
            raise RequestError(
                f"{reference} is a date, which has no {grain}", where=where, fix="its finest grain is day"
            )
        taken_aliases = [each.alias for each in found]
        found.append(QueryDimension(reference, grain, _alias(reference, grain, taken_aliases), column))
    return found


def conditions(layer: SemanticLayer, query: MetricQuery) -> list[QueryCondition]:
    """Read a query's filters and segments, split at the outermost ``and``s."""
    found: list[QueryCondition] = []
    for text in query.filters:
        where = f"filter {text!r}"
        for tree in conjuncts(layer.parsed(text, where)):
            names = tuple((each, layer.qualified(each, where)) for each in dict.fromkeys(references(tree)))
            found.append(QueryCondition(tree.sql("duckdb"), tree, names))
    for text in query.segments:
        found.extend(_segment(layer, text))
    return found


def _segment(layer: SemanticLayer, text: str) -> list[QueryCondition]:
    where = f"segment {text}"
    reference = parse_name(text, where)
    owners = [
        source
        for source in layer.sources.values()
        if source.segment(reference.name) and reference.labels in ((), (source.name,))
    ]
    if len(owners) != 1:
        options = ", ".join(f"{source.name}.{reference.name}" for source in owners)
        known = ", ".join(f"{source.name}.{each.name}" for source in layer.sources.values() for each in source.segments)
        if owners:
            raise AmbiguousNameError(f"may be {options}", where=where, fix="write one of these")
        raise NotFoundError("is not known", where=where, fix=f"the segments are {known or 'none'}")
    segment = owners[0].segment(reference.name)
    assert segment is not None
    found = []
    for tree in conjuncts(layer.parsed(segment.expr, where)):
        names = tuple(
            (each, each if each.labels else NameReference((owners[0].name,), each.name))
            for each in dict.fromkeys(references(tree))
        )
        found.append(QueryCondition(f"{owners[0].name}.{segment.name}", tree, names))
    return found


def _column(layer: SemanticLayer, reference: NameReference) -> LayerColumn | None:
    """Return the column that a qualified name means. None for ``metric_time`` and for a column that no source has."""
    if reference == NameReference((), METRIC_TIME):
        return None
    for source in layer.sources_named(reference.labels[-1]):
        if column := source.column(reference.name):
            return column
    return None


def _alias(reference: NameReference, grain: Grain | None, taken_aliases: Sequence[str]) -> str:
    suffix = f"_{grain}" if grain else ""
    short = f"{reference.name}{suffix}"
    if short.lower() in (each.lower() for each in taken_aliases):
        return unique(f"{'.'.join((*reference.labels, reference.name))}{suffix}", taken_aliases)
    return short
