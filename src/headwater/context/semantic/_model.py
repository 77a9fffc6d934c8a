"""Defines the models for the YAML of semantic sources. They are frozen, do no I/O, and reject unknown fields."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from headwater.context.catalog import TypeKind

MAX_NAME = 256
Name = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME, pattern=r"^[^\x00-\x1f\x7f]+$")]
"""Any identifier in an engine. It is always quoted in SQL."""

Expression = Annotated[str, StringConstraints(min_length=1, max_length=10_000)]
"""Text in the language of ``_expression``."""


class _LayerModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Cardinality(StrEnum):
    """The number of rows in the other source that match one row in this source, and vice versa."""

    MANY_TO_ONE = "many_to_one"
    ONE_TO_ONE = "one_to_one"
    ONE_TO_MANY = "one_to_many"
    MANY_TO_MANY = "many_to_many"


class Aggregation(StrEnum):
    """The function that aggregates the rows of a measure."""

    SUM = "sum"
    COUNT = "count"
    COUNT_DISTINCT = "count_distinct"
    MIN = "min"
    MAX = "max"
    AVG = "avg"
    MEDIAN = "median"
    PERCENTILE = "percentile"

    @property
    def counts(self) -> bool:
        """Return whether the result for zero rows is 0 rather than null."""
        return self in (Aggregation.COUNT, Aggregation.COUNT_DISTINCT)


class Keep(StrEnum):
    """The state in a snapshot table that counts: the first or the last."""

    LAST = "last"
    FIRST = "first"


class LayerColumn(_LayerModel):
    """A column of the table, or one that is computed from other columns of the same source.

    Attributes:
        name: The column's name in the table.
        expr: The expression of a computed column. Absent for a column of the table.
        hidden: Whether only expressions and joins, and not queries, may use the column.
    """

    name: Name
    type: TypeKind | None = None
    expr: Expression | None = None
    description: str | None = None
    hidden: bool = False


class Segment(_LayerModel):
    """A named filter."""

    name: Name
    expr: Expression
    description: str | None = None


class SnapshotRule(_LayerModel):
    """A rule for semi-additive measures such as balances or stock levels, which can be summed over anything but time.

    In each group, only the rows with the last (or first) ``time`` count. With ``per``, this time is determined
    separately for each value of the ``per`` columns.
    """

    time: Name
    keep: Keep = Keep.LAST
    per: tuple[Name, ...] = ()


class Measure(_LayerModel):
    """A value computed for a group of rows: an aggregation or, without ``agg``, an expression over other measures.

    Attributes:
        expr: The aggregated expression. Absent for a count of rows. It may use columns of sources with to-one joins.
        filter: A condition that rows must meet to be counted.
        segments: Names of the source's segments, which are further conditions.
        percentile: The percentile, between 0 and 1, for the aggregation ``percentile``, which interpolates.
        fill_nulls_with: The value that replaces null.
        hidden: Whether only other measures, and not queries, may use the measure.
    """

    name: Name
    agg: Aggregation | None = None
    expr: Expression | None = None
    filter: Expression | None = None
    segments: tuple[Name, ...] = ()
    percentile: float | None = Field(default=None, ge=0, le=1)
    snapshot: SnapshotRule | None = None
    fill_nulls_with: float | None = None
    description: str | None = None
    hidden: bool = False

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.agg is None:
            if self.expr is None:
                raise ValueError("a measure needs agg, or expr over other measures")
            if self.filter or self.segments or self.snapshot or self.percentile is not None:
                raise ValueError("a measure over other measures takes no filter, segments, snapshot or percentile")
        elif self.expr is None and self.agg is not Aggregation.COUNT:
            raise ValueError(f"agg: {self.agg} needs expr, what it aggregates")
        if (self.percentile is not None) != (self.agg is Aggregation.PERCENTILE):
            raise ValueError("agg: percentile and percentile: (0 to 1) go together")
        return self


class Join(_LayerModel):
    """A join to another source. Rows match if all ``keys`` are equal and none is null.

    Attributes:
        keys: This source's columns, each with the other source's column.
        role: The role of the other source (``buyer``). Required if two joins lead to the same source.
        inverse: The role of this source as seen from the other one (``purchases``). Required if two joins lead back
            from the other source.
        description: Remarks, such as the number of rows without a match.
    """

    to: Name
    keys: dict[Name, Name] = Field(min_length=1)
    cardinality: Cardinality = Cardinality.MANY_TO_ONE
    role: Name | None = None
    inverse: Name | None = None
    description: str | None = None


class SemanticSource(_LayerModel):
    """A table or query, with the columns, joins and measures that queries may use.

    Attributes:
        database: The source in the catalog that runs queries. Required only if the catalog has several sources.
        table: ``schema.table``, or a list of the parts if a name contains a dot.
        sql: One ``SELECT`` in the engine's own dialect, as an alternative to ``table``.
        grain: The columns that identify a row.
        default_time: The column for which ``metric_time`` stands in this source.
    """

    name: Name
    description: str | None = None
    database: Name | None = None
    table: Name | tuple[Name, ...] | None = None
    sql: Annotated[str, StringConstraints(min_length=1, max_length=100_000)] | None = None
    grain: tuple[Name, ...] = ()
    default_time: Name | None = None
    columns: tuple[LayerColumn, ...] = Field(min_length=1)
    joins: tuple[Join, ...] = ()
    segments: tuple[Segment, ...] = ()
    measures: tuple[Measure, ...] = ()

    @model_validator(mode="after")
    def _one_relation(self) -> Self:
        if (self.table is None) == (self.sql is None):
            raise ValueError("a source needs either table or sql")
        return self

    @property
    def table_parts(self) -> tuple[str, ...]:
        """The parts of the table's name, outermost first. Empty for a source that is defined by SQL."""
        if self.table is None:
            return ()
        return tuple(self.table.split(".")) if isinstance(self.table, str) else self.table

    def column(self, name: str) -> LayerColumn | None:
        """Return the column with exactly this name, or None if there is no such column."""
        return next((column for column in self.columns if column.name == name), None)

    def measure(self, name: str) -> Measure | None:
        """Return the measure with exactly this name, or None if there is no such measure."""
        return next((measure for measure in self.measures if measure.name == name), None)

    def segment(self, name: str) -> Segment | None:
        """Return the segment with exactly this name, or None if there is no such segment."""
        return next((segment for segment in self.segments if segment.name == name), None)
