"""Finds a query's measures, and reduces measures that depend on other measures to aggregations."""

from __future__ import annotations

import re

from sqlglot import exp

from headwater.context.semantic._dialects import column
from headwater.context.semantic._expression import NameReference, bind, parse_expression, references
from headwater.context.semantic._layer import SemanticLayer, parse_name
from headwater.context.semantic._model import Aggregation, Measure, SemanticSource
from headwater.context.semantic._rows import unique
from headwater.errors import RequestError

GROUPS = "groups"
"""The relation that has a row for each group and a column for each aggregation."""

_INLINE = re.compile(rf"({'|'.join(Aggregation)})\((.*)\)", re.DOTALL | re.IGNORECASE)


class Measures:
    """Finds measures, and collects the aggregations that they need.

    Attributes:
        aggregations: The column in ``GROUPS`` for each source and measure, in the order of first use.
    """

    def __init__(self, layer: SemanticLayer) -> None:
        self.aggregations: dict[tuple[str, Measure], str] = {}
        self._layer = layer

    def find(self, text: str, where: str) -> tuple[SemanticSource, Measure]:
        """Return a measure, given by name or as an aggregation such as ``sum(orders.amount)`` or ``count(orders)``."""
        if inline := _INLINE.fullmatch(text.strip()):
            return self._inline(Aggregation(inline[1].lower()), inline[2].strip(), where)
        source, measure = self._layer.measure(parse_name(text, where), where)
        if measure.hidden:
            raise RequestError(
                f"{source.name}.{measure.name} is hidden", where=where, fix="only other measures can use it"
            )
        return source, measure

    def expression(self, source: SemanticSource, measure: Measure, active: tuple[str, ...] = ()) -> exp.Expr:
        """Return the value of a measure in a group, as an expression over columns in ``GROUPS``."""
        own = f"{source.name}.{measure.name}"
        if own in active:
            raise RequestError(
                f"is computed from itself: {' → '.join((*active, own))}", where=own, fix="break the cycle"
            )
        if measure.agg is None:
            assert measure.expr is not None  # the model class has already checked this
            tree = self._layer.parsed(measure.expr, own)
            value: exp.Expr = exp.paren(bind(tree, lambda each: self._part(each, source, (*active, own))))
        else:
            value = column(self._aggregation(source, measure), GROUPS)
        if measure.fill_nulls_with is None:
            return value
        return exp.Coalesce(this=value, expressions=[exp.Literal.number(repr(measure.fill_nulls_with))])

    def _part(self, reference: NameReference, source: SemanticSource, active: tuple[str, ...]) -> exp.Expr:
        own = source.measure(reference.name) if not reference.labels else None
        owner, part = (source, own) if own else self._layer.measure(reference, active[-1])
        return self.expression(owner, part, active)

    def _aggregation(self, source: SemanticSource, measure: Measure) -> str:
        key = (source.name, measure)
        if key not in self.aggregations:
            self.aggregations[key] = unique(measure.name, self.aggregations.values())
        return self.aggregations[key]

    def _inline(self, agg: Aggregation, inner: str, where: str) -> tuple[SemanticSource, Measure]:
        if agg is Aggregation.PERCENTILE:
            raise RequestError("a percentile must be a measure of a source, with the field percentile", where=where)
        if agg is Aggregation.COUNT and (source := self._layer.sources.get(inner.strip('"'))):
            return source, Measure(name=f"{agg}_{source.name}", agg=agg)
        tree = parse_expression(inner, where)
        names = [self._layer.qualified(each, where) for each in references(tree)]
        owners = {each.labels for each in names}
        source = self._layer.sources.get(next(iter(owners))[0]) if len(owners) == 1 else None
        if source is None or len(names[0].labels) != 1:
            raise RequestError(f"{agg}(…) takes columns of one source, such as {agg}(orders.amount)", where=where)
        own = bind(tree, lambda each: exp.Column(this=exp.to_identifier(each.name, quoted=True)))
        label = names[0].name if isinstance(tree, exp.Column) else "value"
        return source, Measure(name=f"{agg}_{label}", agg=agg, expr=own.sql("duckdb"))
