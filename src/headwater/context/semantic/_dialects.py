"""Writes SQL that differs between engines and that SQLGlot does not translate."""

from __future__ import annotations

from sqlglot import exp

from headwater.context.semantic._model import Aggregation
from headwater.context.semantic._query import Grain, SqlDialect


def name(text: str) -> exp.Identifier:
    """Return an identifier, which is always quoted."""
    return exp.to_identifier(text, quoted=True)


def column(text: str, table: str) -> exp.Column:
    """Return a column of a table in the same query."""
    return exp.Column(this=name(text), table=name(table))


def nullable(tree: exp.Expr, dialect: SqlDialect) -> exp.Expr:
    """Make a value's type nullable.

    If a type is not nullable, ClickHouse returns 0 or '' for unmatched rows in outer joins and for sums of zero rows.
    """
    if dialect is not SqlDialect.CLICKHOUSE:
        return tree
    return exp.Anonymous(this="toNullable", expressions=[tree])


def truncated(tree: exp.Expr, grain: Grain) -> exp.Expr:
    """Truncate a point in time to its year, month, and so on. The result is a date if no smaller unit remains."""
    cut = exp.TimestampTrunc(this=tree, unit=exp.var(grain.value.upper()))
    return exp.cast(cut, "date") if grain.is_date else cut


def aggregate(agg: Aggregation, value: exp.Expr, percentile: float | None, dialect: SqlDialect) -> exp.Expr:
    """Aggregate a value. Nulls are ignored."""
    match agg:
        case Aggregation.COUNT:
            return exp.Count(this=value)
        case Aggregation.COUNT_DISTINCT:
            return exp.Count(this=exp.Distinct(expressions=[value]))
        case Aggregation.MEDIAN:
            return _percentile(value, 0.5, dialect)
        case Aggregation.PERCENTILE:
            assert percentile is not None
            return _percentile(value, percentile, dialect)
        case Aggregation.SUM:
            return exp.Sum(this=value)
        case Aggregation.AVG:
            return exp.Avg(this=value)
        case Aggregation.MIN:
            return exp.Min(this=value)
        case Aggregation.MAX:
            return exp.Max(this=value)


def to_sql(select: exp.Expr, dialect: SqlDialect) -> str:
    """Return a query as SQL. This may modify the query's tree."""
    if dialect is SqlDialect.POSTGRES:  # Postgres can round only decimals to a number of digits
        for rounded in select.find_all(exp.Round):
            if rounded.args.get("decimals"):
                rounded.set("this", exp.cast(rounded.this, "decimal"))
    return select.sql(dialect.value, pretty=True)


def _percentile(value: exp.Expr, share: float, dialect: SqlDialect) -> exp.Expr:
    """Return an expression for an exact, interpolated percentile. ClickHouse's own ``median`` uses a sample."""
    number = exp.Literal.number(repr(share))
    value = exp.cast(value, "double")
    match dialect:
        case SqlDialect.DUCKDB:
            return exp.Anonymous(this="quantile_cont", expressions=[value, number])
        case SqlDialect.POSTGRES:
            order = exp.Order(expressions=[exp.Ordered(this=value)])
            return exp.WithinGroup(this=exp.PercentileCont(this=number), expression=order)
        case SqlDialect.CLICKHOUSE:
            return exp.ParameterizedAgg(this="quantileExactInclusive", expressions=[number], params=[value])
