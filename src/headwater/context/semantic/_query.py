"""What can be asked, and what compiling gives. Pure; frozen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from headwater.context.catalog import TypeKind

METRIC_TIME = "metric_time"
"""The dimension that means each source's own ``default_time``."""


class Dialect(StrEnum):
    """The SQL to write."""

    DUCKDB = "duckdb"
    POSTGRES = "postgres"
    CLICKHOUSE = "clickhouse"


class Grain(StrEnum):
    """What a point in time is cut to. Weeks begin on Monday."""

    YEAR = "year"
    QUARTER = "quarter"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"
    HOUR = "hour"
    MINUTE = "minute"

    @property
    def is_date(self) -> bool:
        """Whether what is left is a date."""
        return self not in (Grain.HOUR, Grain.MINUTE)


@dataclass(frozen=True)
class Query:
    """A question to the semantic layer.

    Attributes:
        measures: ``revenue``, or ``orders.revenue`` where several sources have one.
        dimensions: ``customers.segment``, ``buyer.segment`` by a join's role, ``customers.regions.name`` by a path,
            ``orders.ordered_at:month`` by a grain, or ``metric_time``.
        grain: For dimensions that are points in time and have no grain of their own.
        filters: Conditions on columns; all hold, for every measure.
        having: Conditions on measures and dimensions of the answer.
        segments: Named filters, ``orders.paid``.
        order_by: Names of answered columns, with `` desc`` for the largest first; null is last. What they leave
            open is decided by the dimensions in turn, so that the order is always the same.
        limit: At most so many rows.
        include_empty: Add groups without rows: every combination of the values that the dimensions' tables hold,
            columns of one table in the combinations that occur there.
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
class Answered:
    """A column of the answer.

    Attributes:
        name: As the SQL calls it.
        asked: What it is in the layer: ``customers.segment``, ``orders.revenue``.
        measure: Whether it is a measure, else a dimension.
    """

    name: str
    asked: str
    measure: bool
    type: TypeKind | None = None
    description: str | None = None


@dataclass(frozen=True)
class Compiled:
    """A query as SQL.

    Attributes:
        columns: In the order of the SQL's: dimensions, then measures.
        notes: What a reader of the answer should know, one sentence each.
        database: The catalog's source that it is for, where the layer says so.
    """

    sql: str
    dialect: Dialect
    columns: tuple[Answered, ...]
    notes: tuple[str, ...] = ()
    database: str | None = None
