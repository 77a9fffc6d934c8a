"""Models of queries and of compiled queries; they are pure and frozen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from headwater.context.catalog import TypeKind

METRIC_TIME = "metric_time"
"""The dimension that means each source's own ``default_time``."""


class SqlDialect(StrEnum):
    """The SQL dialect to write."""

    DUCKDB = "duckdb"
    POSTGRES = "postgres"
    CLICKHOUSE = "clickhouse"


class Grain(StrEnum):
    """The unit to which a point in time is truncated. Weeks begin on Monday."""

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
        measures: ``revenue``, or ``orders.revenue`` if several sources have one.
        dimensions: ``customers.segment``, ``buyer.segment`` by a join's role, ``customers.regions.name`` by a path,
            ``orders.ordered_at:month`` by a grain, or ``metric_time``.
        grain: The grain of time dimensions that have none of their own.
        filters: Conditions on columns; all apply, to every measure.
        having: Conditions on measures and dimensions of the result.
        segments: Named filters, ``orders.paid``.
        order_by: Names of columns in the result, with `` desc`` for descending order; null is last. The dimensions
            break ties, so that the order is deterministic.
        limit: Maximum number of rows.
        include_empty: Whether to add groups without rows: every combination of the values in the dimensions' tables,
            while columns of one table keep the combinations that occur in it.
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
        name: Its name in the SQL.
        reference: Its name in the layer: ``customers.segment``, ``orders.revenue``.
        measure: Whether it is a measure; otherwise it is a dimension.
    """

    name: str
    reference: str
    measure: bool
    type: TypeKind | None = None
    description: str | None = None


@dataclass(frozen=True)
class Compiled:
    """A query as SQL.

    Attributes:
        columns: In the order of the SQL: dimensions, then measures.
        notes: What readers of the result should know, one sentence each.
        database: The catalog's source to run it on, if the layer names one.
    """

    sql: str
    dialect: SqlDialect
    columns: tuple[CompiledColumn, ...]
    notes: tuple[str, ...] = ()
    database: str | None = None
