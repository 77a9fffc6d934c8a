"""Defines the models for queries and compiled queries. They are frozen and do no I/O."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from headwater.context.catalog import TypeKind

METRIC_TIME = "metric_time"
"""The dimension that stands for each source's own ``default_time``."""


class SqlDialect(StrEnum):
    """The SQL dialect of a compiled query."""

    DUCKDB = "duckdb"
    POSTGRES = "postgres"
    CLICKHOUSE = "clickhouse"


class Grain(StrEnum):
    """The unit that truncates a point in time. Weeks begin on Monday."""

    YEAR = "year"
    QUARTER = "quarter"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"
    HOUR = "hour"
    MINUTE = "minute"

    @property
    def is_date(self) -> bool:
        """Return whether the truncated value is a date."""
        return self not in (Grain.HOUR, Grain.MINUTE)


@dataclass(frozen=True)
class MetricQuery:
    """A query to the semantic layer.

    Attributes:
        measures: Names such as ``revenue``, or ``orders.revenue`` if several sources have this measure.
        dimensions: Names such as ``customers.segment``, ``buyer.segment`` (with a join's role),
            ``customers.regions.name`` (with a path), ``orders.ordered_at:month`` (with a grain), or ``metric_time``.
        grain: The grain for time dimensions that do not name one.
        filters: Conditions on columns. All of them apply to every measure.
        having: Conditions on measures and dimensions in the result.
        segments: The names of segments, such as ``orders.paid``.
        order_by: Names of columns in the result, with `` desc`` for descending order. Nulls come last. The dimensions
            break ties, so that the order is deterministic.
        limit: The maximum number of rows.
        include_empty: Whether to add groups without rows. Values from different tables are combined in every way,
            whereas values from the same table keep the combinations that occur in it.
    """

    measures: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()
    grain: Grain | None = None
    filters: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    segments: tuple[str, ...] = ()
    order_by: tuple[str, ...] = ()
    limit: int | None = None
    include_empty: bool = False


@dataclass(frozen=True)
class CompiledColumn:
    """A column of the result.

    Attributes:
        name: The name of the column in the SQL.
        reference: The name of the column in the layer, such as ``customers.segment`` or ``orders.revenue``.
        measure: Whether the column is a measure rather than a dimension.
    """

    name: str
    reference: str
    measure: bool
    type: TypeKind | None = None
    description: str | None = None


@dataclass(frozen=True)
class Compiled:
    """A query compiled to SQL.

    Attributes:
        columns: The columns in the order of the SQL: dimensions, then measures.
        notes: Remarks that readers need to interpret the result, one sentence each.
        database: The source in the catalog that runs the query, if the layer names one.
    """

    sql: str
    dialect: SqlDialect
    columns: tuple[CompiledColumn, ...]
    notes: tuple[str, ...] = ()
    database: str | None = None
