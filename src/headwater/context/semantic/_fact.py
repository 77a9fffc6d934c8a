"""Aggregates one source's measures by group, from rows with all columns that the query names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from headwater.context.semantic._dialects import aggregate, column, name, nullable
from headwater.context.semantic._layer import SemanticLayer
from headwater.context.semantic._model import Aggregation, Keep, Measure
from headwater.context.semantic._query import SqlDialect
from headwater.context.semantic._rows import SourceRows, unique
from headwater.errors import NotFoundError, RequestError

_ROWS = "rows"


@dataclass(frozen=True)
class Fact:
    """The part of a query that concerns one source.

    Attributes:
        dimensions: The dimension values of the source's rows, keyed by result column.
        where: The conditions on the source's rows.
        measures: The measures, keyed by their column in the grouped query.
    """

    rows: SourceRows
    dimensions: Mapping[str, exp.Expr]
    where: Sequence[exp.Expr]
    measures: Mapping[str, Measure]


def groups(fact: Fact, layer: SemanticLayer, dialect: SqlDialect) -> exp.Select:
    """Return the query with one row for each group in which the source has rows."""
    return _Groups(fact, layer, dialect).query()


class _Groups:
    def __init__(self, fact: Fact, layer: SemanticLayer, dialect: SqlDialect) -> None:
        self._fact = fact
        self._layer = layer
        self._dialect = dialect
        self._source = fact.rows.source
        self._values: dict[str, exp.Expr] = dict(fact.dimensions)

    def query(self) -> exp.Select:
        answers = {alias: self._measure(alias, measure) for alias, measure in self._fact.measures.items()}
        many = self._fact.rows.many
        if many:
            self._add_grain()
        inner = self._fact.rows.select(self._values, self._fact.where, distinct=many)
        dimensions = [column(alias, _ROWS) for alias in self._fact.dimensions]
        select = exp.Select(
            expressions=[*dimensions, *(exp.alias_(value, name(alias)) for alias, value in answers.items())]
        ).from_(inner.subquery(name(_ROWS), copy=False), copy=False)
        return select.group_by(*(each.copy() for each in dimensions), copy=False) if dimensions else select

    def _measure(self, alias: str, measure: Measure) -> exp.Expr:
        """Add the input of a measure to the rows, and return the aggregation."""
        assert measure.agg is not None  # only aggregations are passed to this class
        conditions = self._conditions(measure)
        value = self._case(conditions, self._input(measure))
        if measure.agg is not Aggregation.COUNT:
            value = nullable(value, self._dialect)
        counted: exp.Expr = column(self._add(alias, value), _ROWS)
        if measure.snapshot is not None:
            counted = exp.Case().when(self._is_kept(alias, measure, conditions), counted, copy=False)
        return aggregate(measure.agg, counted, measure.percentile, self._dialect)

    def _input(self, measure: Measure) -> exp.Expr:
        if measure.expr is None:
            return exp.Literal.number(1)
        where = self._name(measure)
        return self._fact.rows.expression(self._layer.parsed(measure.expr, where), where)

    def _conditions(self, measure: Measure) -> list[exp.Expr]:
        where = self._name(measure)
        texts = [measure.filter] if measure.filter else []
        for each in measure.segments:
            segment = self._source.segment(each)
            if segment is None:
                raise NotFoundError(f"{self._source.name} has no segment {each}", where=where)
            texts.append(segment.expr)
        return [exp.paren(self._fact.rows.expression(self._layer.parsed(text, where), where)) for text in texts]

    def _is_kept(self, alias: str, measure: Measure, conditions: list[exp.Expr]) -> exp.Expr:
        """Return the condition that a row has the time that the snapshot rule keeps for its group and ``per`` value."""
        assert measure.snapshot is not None
        rows, where = self._fact.rows, self._name(measure)
        own = {
            each: rows.expression(exp.Column(this=name(each)), where)
            for each in (measure.snapshot.time, *measure.snapshot.per)
        }
        time = nullable(self._case(conditions, own[measure.snapshot.time]), self._dialect)
        pick = exp.Max if measure.snapshot.keep is Keep.LAST else exp.Min
        partition = [*self._fact.dimensions.values(), *(own[each] for each in measure.snapshot.per)]
        kept_time = exp.Window(this=pick(this=time.copy()), partition_by=[each.copy() for each in partition])
        return exp.EQ(
            this=column(self._add(f"{alias}_time", time), _ROWS),
            expression=column(self._add(f"{alias}_kept", kept_time), _ROWS),
        )

    def _add_grain(self) -> None:
        """Select the rows' key columns, so that a row with several matches counts once."""
        source = self._source
        if not source.grain:
            raise RequestError(
                "needs a grain (the columns that identify a row), so that each row counts once", where=source.name
            )
        for each in source.grain:
            tree = self._fact.rows.expression(exp.Column(this=name(each)), f"the grain of {source.name}")
            self._add(each, tree)

    def _add(self, alias: str, value: exp.Expr) -> str:
        chosen = unique(alias, self._values)
        self._values[chosen] = value
        return chosen

    def _name(self, measure: Measure) -> str:
        return f"{self._source.name}.{measure.name}"

    @staticmethod
    def _case(conditions: list[exp.Expr], value: exp.Expr) -> exp.Expr:
        if not conditions:
            return value
        return exp.Case().when(exp.and_(*conditions), value, copy=False)
